// A player's name. One that is too long for its place loses its middle, because its end often says which one it is: "my-bot-…-v12".
import { h } from '../dom.js';

const kTail = 6;
const kShort = 12;

/** The name as an element; the whole name stays its text. */
export function nameElement(name, what = 'span.name') {
  const letters = [...name];
  if (letters.length <= kShort) return h(what, null, name);
  return h(`${what}.cut-name`, { title: name }, h('span.head', null, letters.slice(0, -kTail).join('')), h('span.tail', null, letters.slice(-kTail).join('')));
}
