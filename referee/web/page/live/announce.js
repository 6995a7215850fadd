// Announcements for screen readers, and the banner that says that the connection is lost.
import { retext } from '../dom.js';

export const kOffline = 'You are offline: the referee cannot be reached now. Try again when the connection is back.';

let waiting = [];

/** Sentences that come together are read as one; the region is emptied first, so that a repeated sentence is read again. */
export function announce(sentence) {
  const region = document.getElementById('announcer');
  if (!waiting.length) {
    region.textContent = '';
    setTimeout(() => {
      retext(region, waiting.join('. '));
      waiting = [];
    }, 60);
  }
  waiting.push(sentence);
}

/** Called when a connection is lost or back; the sentence can say more about the reason. */
export function connectionLost(lost, sentence = 'Connection lost, trying again …') {
  const banner = document.getElementById('connection');
  banner.hidden = !lost;
  retext(banner, lost ? sentence : '');
}
