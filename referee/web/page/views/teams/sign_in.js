// Signing in with a token, signing out, and views that only those see who have signed in. data-testid: sign-in, token, sign-out.
import { h, refill } from '../../dom.js';
import { api } from '../../live/api.js';
import { rememberSignedIn, whoAmI } from '../../live/team_session.js';
import { attempt, field, problemPlace } from './forms.js';
import { words } from './words.js';

/** The form; `done` is called with who it is. */
function signInForm(done, sentence) {
  const problem = problemPlace();
  const button = h('button.primary', { type: 'submit' }, words.signIn);
  const { input, element } = field(words.token, { type: 'password', name: 'token', autocomplete: 'current-password', required: true, maxlength: 256, 'data-testid': 'token' }, words.tokenHelp);
  async function send(event) {
    event.preventDefault();
    await attempt(button, problem, async () => {
      const me = await api.signIn(input.value.trim());
      rememberSignedIn(true);
      done(me);
    });
  }
  return h('form.sign-in', { 'data-testid': 'sign-in', onsubmit: send }, sentence ? h('p', null, sentence) : null, element, problem, h('div.actions', null, button));
}

/** The button that ends the session. */
function signOutButton(done) {
  return h('button', { type: 'button', 'data-testid': 'sign-out', async onclick() {
    await api.signOut().catch(() => null);
    rememberSignedIn(false);
    done();
  } }, words.signOut);
}

/** The view of one who has signed in or is to do so; inside(me, signedOut) makes its content, { element, leave }. */
export async function behindSignIn(title, inside) {
  const place = h('div');
  const actions = h('div.actions');
  const element = h('div.page.teams', null, h('header.page-head', null, h('h1', { tabindex: -1 }, title), actions), place);
  let content;
  let left = false;
  const ask = (sentence) => {
    content?.leave?.();
    content = null;
    refill(actions, null);
    refill(place, h('section', null, h('h2', null, words.signInTitle), signInForm(enter, sentence)));
  };
  function enter(me) {
    if (left) return;
    content = inside(me, ask);
    refill(actions, content.links ?? null, signOutButton(() => ask()));
    refill(place, content.element);
  }
  const me = await whoAmI();
  if (me) enter(me);
  else ask();
  return { title, element, leave() { left = true; content?.leave?.(); } };
}

