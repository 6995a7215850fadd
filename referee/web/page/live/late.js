// The page's second script, with the views that most visitors never open (views/late.js). It is loaded once, when the first of them is.
import { text } from '../text/index.js';

/** What the second script has under this name. */
export async function late(name) {
  try {
    await import(document.querySelector('meta[name=late]').content);
  } catch {
    throw Object.assign(new Error(text.noAnswer), { status: 0, own: true });
  }
  return globalThis.quiver.late[name];
}

/** A view that is in the second script. */
export const lateView = (name) => async (context) => (await late(name))(context);
