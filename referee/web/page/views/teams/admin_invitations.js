// Invitations: making a link, which is shown once, and the list of those that were made. data-testid: invite-form, invite-name, made-link,
// invitation, revoke.
import { h, refill } from '../../dom.js';
import { api } from '../../live/api.js';
import { sure } from '../dialogs.js';
import { attempt, field, problemPlace } from './forms.js';
import { onceField } from './once_field.js';
import { momentText, words } from './words.js';

const kWeek = '168';

export class InvitationForm {
  constructor(made) {
    const problem = problemPlace();
    const button = h('button.primary', { type: 'submit' }, words.makeLink);
    const name = field(words.inviteName, { name: 'display', maxlength: 64, autocomplete: 'off', 'data-testid': 'invite-name' });
    const hours = h('select', { name: 'hours' }, Object.entries(words.hours).map(([value, label]) => h('option', { value, selected: value === kWeek }, label)));
    const result = h('div', { role: 'status' });
    const send = (event) => {
      event.preventDefault();
      attempt(button, problem, async () => {
        const { link, expires } = await api.invite({ display: name.input.value.trim(), hours: Number(hours.value) });
        name.input.value = '';
        refill(result, onceField(words.linkMade, link, 'made-link'), h('p.meta', null, words.linkOnce(momentText(expires))));
        made();
      });
    };
    this.element = h('form.section', { 'data-testid': 'invite-form', onsubmit: send }, h('h2', null, words.inviteTitle),
      h('div.fields', null, name.element, h('div.field', null, h('label', null, h('span', null, words.validFor), hours))), problem, h('div.actions', null, button), result);
  }
}

function stateOf({ usedBy, revoked, expires }) {
  if (usedBy) return { words: words.invitationUsed(usedBy) };
  if (revoked) return { words: words.invitationRevoked };
  if (new Date(expires) < new Date()) return { words: words.invitationExpired };
  return { words: words.invitationOpen(momentText(expires)), open: true };
}

function row(invitation, act) {
  const { hash, display, created } = invitation;
  const state = stateOf(invitation);
  const revoke = async () => { if (await sure(words.revokeSure, words.revoke)) act(() => api.revoke(hash)); };
  return h('li.version', { 'data-testid': 'invitation', 'data-hash': hash },
    h('div', null, h('span.strong', null, words.invitationFor(display)), h('div.meta', null, `${momentText(created)} · ${state.words}`)),
    state.open ? h('div.actions', null, h('button', { type: 'button', 'data-testid': 'revoke', 'data-key': `revoke ${hash}`, onclick: revoke }, words.revoke)) : null);
}

/** The list; act(action) does what a button asks. */
export function invitationList(invitations, act) {
  return invitations.length ? h('ol.versions', null, invitations.map((one) => row(one, act))) : h('p.meta', null, words.noInvitations);
}
