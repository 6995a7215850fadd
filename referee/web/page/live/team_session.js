// Whether somebody has signed in in this browser. The cookie of the session is out of reach of scripts, so a note says that it is
// worth asking; the server knows.
import { api } from './api.js';

const kKey = 'quiver.signed-in';

export function rememberSignedIn(yes) {
  try {
    if (yes) localStorage.setItem(kKey, '1');
    else localStorage.removeItem(kKey);
  } catch { /* Then the server is asked each time. */ }
}

function mayBeSignedIn() {
  try { return localStorage.getItem(kKey) !== null; } catch { return true; }
}

/** Whether teams can sign in at this page, as index.html says. */
export const hasTeams = () => document.querySelector('meta[name=quiver]').content.split(' ').includes('teams');

/** Who has signed in, as the server says; null if nobody. */
export async function whoAmI() {
  if (!hasTeams() || !mayBeSignedIn()) return null;
  try {
    return await api.me();
  } catch (error) {
    if (error.status !== 401) throw error;
    rememberSignedIn(false);
    return null;
  }
}
