// A team's versions: when each was submitted, what became of it, which one plays; to see the report, to let another one play, to withdraw.
// data-testid: version with data-number, show-report, activate, withdraw.
import { h, refill } from '../../dom.js';
import { momentText, words } from './words.js';

function meta({ file, kind, title, submitted }) {
  return h('span.meta', null, [file, words.shortKinds[kind] ?? kind, title].filter(Boolean).join(' · '), ' · ',
    h('time', { datetime: submitted }, words.submittedOn(momentText(submitted))));
}

function row(version, team, actions) {
  const { number, state, active } = version;
  const mayPlay = state === 'ADMITTED' && !active && team.state !== 'TEAM_DISQUALIFIED';
  return h('li.version', { 'data-testid': 'version', 'data-number': number, 'data-state': state },
    h('div', null, h('span.strong', null, words.versionTitle(number)), ' ',
      h('span.badge', { 'data-state': state }, words.states[state] ?? state), active ? h('span.badge.on', null, words.plays) : null,
      h('div', null, meta(version))),
    h('div.actions', null,
      h('button', { type: 'button', 'data-testid': 'show-report', 'data-key': `report ${number}`, 'aria-label': words.showReport(number), onclick: () => actions.report(number) }, words.report),
      mayPlay ? h('button', { type: 'button', 'data-testid': 'activate', 'data-key': `activate ${number}`, onclick: () => actions.activate(number) }, words.playThis(number)) : null));
}

/** Fills the place with the versions of a Me. actions: { report(number), activate(number), withdraw() }. */
export function showVersions(place, me, actions) {
  const playing = me.versions.some(({ active }) => active) && me.state === 'TEAM_ACTIVE';
  refill(place, h('h2', null, words.versions),
    me.versions.length ? h('ol.versions', null, me.versions.map((version) => row(version, me, actions))) : h('p.empty', null, words.noVersion),
    playing ? h('div.actions', null, h('button', { type: 'button', 'data-testid': 'withdraw', 'data-key': 'withdraw', onclick: actions.withdraw }, words.withdraw)) : null);
}
