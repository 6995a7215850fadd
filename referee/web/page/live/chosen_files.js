// What a visitor has dropped or chosen, as a list of [{ path, file }], and the one file that is made of it: the file itself, or an
// archive of several. Hidden files and what Python leaves behind are left out of folders.
import { fitsTar, tarOf } from './tar.js';

const kMost = 2000;

const isLeftOut = (name) => name.startsWith('.') || name === '__pycache__';

function entriesIn(folder) {
  const reader = folder.createReader();
  return new Promise((resolve, reject) => {
    const all = [];
    // A reader gives some at a time, and none at the end.
    const more = () => reader.readEntries((some) => {
      all.push(...some);
      if (some.length && all.length <= kMost) more();
      else resolve(all);
    }, reject);
    more();
  });
}

async function filesBelow(entry, path, found) {
  if (found.length > kMost) return;
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => { entry.file(resolve, reject); });
    found.push({ path, file });
    return;
  }
  for (const each of await entriesIn(entry)) if (!isLeftOut(each.name)) await filesBelow(each, `${path}/${each.name}`, found);
}

/** Of a drop: folders with all that is in them. */
export async function dropped({ items, files }) {
  const entries = [...items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.length) return chosen(files);
  const found = [];
  for (const entry of entries) await filesBelow(entry, entry.name, found);
  return found;
}

/** Of a file picker, also one for a folder. */
export function chosen(files) {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(({ path }) => !path.includes('/') || !path.split('/').slice(1).some(isLeftOut));
}

/** The bytes of all. */
export const sizeOf = (files) => files.reduce((all, { file }) => all + file.size, 0);

/** Why these cannot be sent: 'none', 'many', 'large', 'path'; null if they can be. */
export function faultOf(files, most) {
  if (!files.length) return 'none';
  if (files.length > kMost) return 'many';
  if (sizeOf(files) > most) return 'large';
  return files.length > 1 && files.some(({ path }) => !fitsTar(path)) ? 'path' : null;
}

/** { name, blob } to send. */
export async function packed(files) {
  const [{ path, file }] = files;
  if (files.length === 1) return { name: path.split('/').at(-1), blob: file };
  const folder = path.split('/')[0];
  const isFolder = path.includes('/') && files.every((one) => one.path.startsWith(`${folder}/`));
  return { name: `${isFolder ? folder : 'bot'}.tar`, blob: await tarOf(files) };
}
