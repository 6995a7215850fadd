// Packs files that were chosen together into a tar archive, as `tar --format=ustar` does: for each file a header of 512 bytes and its
// content, filled up with zeros to 512 bytes; two empty blocks at the end. A browser does not know which files are programs, so
// those that begin like one, with #! or as ELF, are marked as such.

const kBlock = 512;
const kName = 100;
const kPrefix = 155;
const kUtf8 = new TextEncoder();

/** The parts of a path that a header has room for, as bytes; null if it is too long. */
function splitPath(path) {
  const whole = kUtf8.encode(path);
  if (whole.length <= kName) return { name: whole, prefix: new Uint8Array() };
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [kUtf8.encode(path.slice(0, at)), kUtf8.encode(path.slice(at + 1))];
    if (name.length > 0 && name.length <= kName && prefix.length <= kPrefix) return { name, prefix };
  }
  return null;
}

/** Whether a path fits into a header. */
export const fitsTar = (path) => splitPath(path) !== null;

function header(path, size, mode) {
  const block = new Uint8Array(kBlock);
  const put = (at, text) => block.set(kUtf8.encode(text), at);
  const octal = (at, width, value) => put(at, `${value.toString(8).padStart(width - 1, '0')}\0`);
  const { name, prefix } = splitPath(path);
  block.set(name, 0);
  octal(100, 8, mode);
  octal(108, 8, 0);
  octal(116, 8, 0);
  octal(124, 12, size);
  octal(136, 12, 0);
  put(148, ' '.repeat(8)); // the checksum counts as spaces while it is computed
  put(156, '0');
  put(257, 'ustar\x0000');
  block.set(prefix, 345);
  const sum = block.reduce((all, byte) => all + byte, 0);
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `);
  return block;
}

async function isProgram(file) {
  const [a, b, c, d] = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return (a === 0x23 && b === 0x21) || (a === 0x7f && b === 0x45 && c === 0x4c && d === 0x46);
}

/** The archive of [{ path, file }], as a Blob; the paths have to fit. */
export async function tarOf(files) {
  const parts = [];
  for (const { path, file } of files) {
    parts.push(header(path, file.size, await isProgram(file) ? 0o755 : 0o644), file);
    parts.push(new Uint8Array((kBlock - file.size % kBlock) % kBlock));
  }
  return new Blob([...parts, new Uint8Array(2 * kBlock)]);
}
