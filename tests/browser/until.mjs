// Waits until a condition holds.

// Enough for a busy machine under sanitizers.
export const kPatience = Number(process.env.QUIVER_PATIENCE ?? 60000);
const kLook = 20;

/** Returns what `probe` returns as soon as it is truthy; it may be a promise. */
export async function until(what, probe, patience = kPatience) {
  const end = Date.now() + patience;
  for (;;) {
    const found = await probe();
    if (found) return found;
    if (Date.now() > end) throw new Error(`timed out waiting for ${what}`);
    await new Promise((resolve) => { setTimeout(resolve, kLook); });
  }
}
