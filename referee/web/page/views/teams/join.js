// Behind an invitation's link, /join#KEY: whoever has it chooses a name and becomes a team. The key stands behind the #, so that it is in
// no server's log. data-testid: join-form, team-id, display, own-token.
import { errorText, h, refill } from '../../dom.js';
import { api } from '../../live/api.js';
import { rememberSignedIn } from '../../live/team_session.js';
import { text } from '../../text/index.js';
import { attempt, field, problemPlace } from './forms.js';
import { onceField } from './once_field.js';
import { shortName } from './short_name.js';
import { momentText, nameOf, words } from './words.js';

function welcome(place, { id, display, token }) {
  const title = h('h1', { tabindex: -1 }, words.joined(nameOf({ id, display })));
  refill(place, title,
    h('section.welcome', null, onceField(words.yourToken, token, 'own-token'), h('p', null, words.tokenOnce),
      h('div.actions', null, h('a.button.primary', { href: '/my' }, words.toMyBot))));
  title.focus();
}

function joinForm(key, { display: suggested, expires }, place) {
  const problem = problemPlace();
  const button = h('button.primary', { type: 'submit' }, words.join);
  const display = field(words.display, { name: 'display', maxlength: 64, value: suggested, autocomplete: 'off', 'data-testid': 'display' }, words.displayHelp);
  const id = field(words.teamId, { name: 'id', maxlength: 32, required: true, pattern: '[A-Za-z0-9_\\-][A-Za-z0-9._\\-]*', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', value: shortName(suggested), 'data-testid': 'team-id' }, words.teamIdHelp);
  // Until somebody types another one.
  let own = false;
  id.input.addEventListener('input', () => { own = true; });
  display.input.addEventListener('input', () => { if (!own) id.input.value = shortName(display.input.value); });
  async function send(event) {
    event.preventDefault();
    await attempt(button, problem, async () => {
      const joined = await api.join({ key, id: id.input.value, display: display.input.value.trim() });
      rememberSignedIn(true);
      // The key is used up: it need not stay in the browser's history.
      history.replaceState(history.state, '', '/join');
      welcome(place, joined);
    });
  }
  return h('form.sign-in', { 'data-testid': 'join-form', onsubmit: send }, h('p.meta', null, words.validUntil(momentText(expires))), display.element, id.element, problem, h('div.actions', null, button));
}

export async function joinView({ url }) {
  const key = url.hash.slice(1);
  const place = h('div.page.teams');
  const heading = (title) => h('header.page-head', null, h('h1', { tabindex: -1 }, title));
  const bad = (why) => refill(place, heading(words.linkBad), h('section', null, h('p', null, why), h('p.actions', null, h('a.button', { href: '/' }, text.toLobby))));
  if (!key) bad(words.linkMissing);
  else {
    try {
      const check = await api.checkInvitation(key);
      if (check.valid) refill(place, heading(words.joinTitle), joinForm(key, check, place));
      else bad(errorText({ message: check.sentence, own: false }));
    } catch (error) {
      if (error.status === undefined) throw error;
      bad(errorText(error));
    }
  }
  return { title: words.joinTitle, element: place };
}
