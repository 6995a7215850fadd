// Waits until something is so.

// Enough for a busy machine under sanitizers.
export const kPatience = Number(process.env.QUIVER_PATIENCE ?? 60000);
const kLook = 20;

/** What `probe` gives, as soon as that is true; it may be a promise. */
export async function until(what, probe, patience = kPatience) {
  const end = Date.now() + patience;
  for (;;) {
    const found = await probe();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => { setTimeout(resolve, kLook); });
  }
}
