// The page's own sources, and the strings in them.
import { readdirSync, readFileSync } from 'node:fs';

export const kPage = new URL('../../../referee/web/page/', import.meta.url);

/** [path, source] of every script of the page. */
export function scripts() {
  return readdirSync(kPage, { recursive: true }).filter((path) => path.endsWith('.js')).sort()
    .map((path) => [path, readFileSync(new URL(path, kPage), 'utf8')]);
}

const kTokens = /\/\/.*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`|[{}]/g;

/** The strings of a script, without its comments: literals, and of templates the parts between the values. */
export function literals(source) {
  const found = [];
  // Open templates and, in each, how many braces of a value are open.
  const open = [];
  let part = null;
  const ends = (at) => { found.push(source.slice(part, at)); part = null; };
  for (let at = 0; at < source.length;) {
    if (part !== null) {
      if (source[at] === '\\') at += 2;
      else if (source[at] === '`') {
        ends(at++);
        open.pop();
      } else if (source.startsWith('${', at)) {
        ends(at);
        open[open.length - 1] = 1;
        at += 2;
      } else ++at;
      continue;
    }
    kTokens.lastIndex = at;
    const match = kTokens.exec(source);
    if (!match) break;
    const [token] = match;
    at = match.index + token.length;
    if (token === '`') {
      open.push(0);
      part = at;
    } else if (open.length && token === '{') ++open[open.length - 1];
    else if (open.length && token === '}' && --open[open.length - 1] === 0) part = at;
    else if (/^['"]/.test(token)) found.push(token.slice(1, -1));
  }
  return found;
}
