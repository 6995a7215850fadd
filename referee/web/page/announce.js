// Says things to those who listen, and tells everybody when the connection is lost.
import { retext } from './dom.js';

let waiting = [];

/** Sentences that come at once are read as one; the region is emptied first, so that a repeated one is read again. */
export function announce(sentence) {
  const region = document.getElementById('announcer');
  if (!waiting.length) {
    region.textContent = '';
    setTimeout(() => {
      region.textContent = waiting.join('. ');
      waiting = [];
    }, 60);
  }
  waiting.push(sentence);
}

/** Called as connections come and go, with another sentence where more is known. */
export function connectionLost(lost, sentence = 'Connection lost, trying again …') {
  const banner = document.getElementById('connection');
  banner.hidden = !lost;
  retext(banner, lost ? sentence : '');
}
