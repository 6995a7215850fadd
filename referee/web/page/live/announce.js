// Announcements for screen readers, and the banner that says that the connection is lost.
import { retext } from '../dom.js';
import { text } from '../text/index.js';

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
export function connectionLost(lost, sentence = text.connectionLost) {
  const banner = document.getElementById('connection');
  banner.hidden = !lost;
  retext(banner, lost ? sentence : '');
}
