// Names that the visitor has pinned ("mine"), per browser: shown on top of every table that has them.

const kKey = 'quiver.pinned';
const kMost = 50;

export function pinnedNames() {
  try {
    const names = JSON.parse(localStorage.getItem(kKey));
    return new Set(Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []);
  } catch { return new Set(); }
}

/** Pins a name or lets it go; returns those that are pinned now. */
export function togglePinned(name) {
  const names = pinnedNames();
  if (!names.delete(name)) names.add(name);
  try { localStorage.setItem(kKey, JSON.stringify([...names].slice(-kMost))); } catch { /* Then it holds for this view only. */ }
  return names;
}
