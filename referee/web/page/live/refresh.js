// Views that fetch what they show again and again, while the page is visible.
import { refill } from '../dom.js';
import { connectionLost } from './announce.js';

const kEvery = 3000;

/** Calls the action every three seconds while the page is visible, and when it becomes so. Returns what stops it. */
export function every(action) {
  const tick = () => { if (!document.hidden) action(); };
  const timer = setInterval(tick, kEvery);
  document.addEventListener('visibilitychange', tick);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

/** The banner of a lost connection does not stay for the next view. */
export const stopping = (stop) => () => {
  stop();
  connectionLost(false);
};

/** A part of the page that is rebuilt only when its values have changed. */
export function part(element, make) {
  let before;
  return (...values) => {
    const now = JSON.stringify(values);
    if (now === before) return;
    before = now;
    refill(element, make(...values));
  };
}
