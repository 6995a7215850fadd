// What an administrator says to all, on top of every view. index.html has it when it is loaded; then it is asked for now and then.
import { retext } from '../dom.js';
import { announce } from './announce.js';
import { api } from './api.js';
import { hasTeams } from './team_session.js';

const kEvery = 30000;

export function showAnnouncement(sentence) {
  const place = document.getElementById('notice');
  if (sentence && sentence !== place.textContent && !place.hidden) announce(sentence);
  retext(place, sentence);
  place.hidden = !sentence;
}

async function refresh() {
  if (document.hidden) return;
  const notice = await api.notice().catch(() => null);
  if (notice) showAnnouncement(notice.announcement);
}

/** To be called once. */
export function followAnnouncements() {
  if (!hasTeams()) return;
  showAnnouncement(document.querySelector('meta[name=announcement]').content);
  setInterval(refresh, kEvery);
  document.addEventListener('visibilitychange', refresh);
}
