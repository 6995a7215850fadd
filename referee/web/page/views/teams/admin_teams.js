// All teams as a table: state, the version that plays, the latest submission with its report, and what an administrator can do.
// data-testid: team with data-id, search-team, team-report, disqualify, reinstate.
import { h, refill } from '../../dom.js';
import { api } from '../../live/api.js';
import { part } from '../../live/refresh.js';
import { text } from '../../text/index.js';
import { nameFilter } from '../../words.js';
import { openDialog, sentenceFor, sure } from '../dialogs.js';
import { reportElement } from './submission.js';
import { momentText, nameOf, words } from './words.js';

function nameCell({ id, display, connected, note }) {
  return h('th', { scope: 'row' }, nameOf({ id, display }), h('div.meta', null, [display ? id : null, connected ? words.connected : null].filter(Boolean).join(' · ')),
    note ? h('div.warning', null, note) : null);
}

async function showReport(team, number) {
  const place = h('div', null, h('p.meta', null, '…'));
  const dialog = h('dialog.wide-dialog', { 'aria-labelledby': 'report-title' }, h('h2', { id: 'report-title' }, `${nameOf(team)}: ${words.showReport(number)}`), place,
    h('div.actions', null, h('button.primary', { type: 'button', autofocus: true, onclick: () => dialog.close() }, text.close)));
  openDialog(dialog);
  const { progress, report } = await api.teamSubmission(team.id, number);
  refill(place, reportElement(report || progress.map(({ stage, line }) => `${stage}: ${line}`).join('\n'), words.showReport(number)));
}

function latestCell(team, act) {
  const [latest] = team.versions;
  if (!latest) return h('td');
  return h('td', null, h('button', { type: 'button', 'data-testid': 'team-report', 'data-key': `report ${team.id}`, 'aria-label': words.showReport(latest.number), onclick: () => act(() => showReport(team, latest.number)) },
    words.versionTitle(latest.number)), ' ', h('span.badge', { 'data-state': latest.state }, words.states[latest.state] ?? latest.state),
  h('div.meta', null, h('time', { datetime: latest.submitted }, momentText(latest.submitted)), ` · ${words.shortKinds[latest.kind] ?? latest.kind}`));
}

function actionCell(team, act) {
  const { id, state } = team;
  const disqualify = async () => {
    const why = await sentenceFor(words.disqualifyTitle(nameOf(team)), words.disqualifyWhy, words.disqualify);
    if (why !== null) act(() => api.disqualify(id, why));
  };
  const reinstate = async () => { if (await sure(words.reinstateTitle(nameOf(team)), words.reinstate, undefined, { dangerous: false })) act(() => api.reinstate(id)); };
  const [testid, label, onclick] = state === 'TEAM_DISQUALIFIED' ? ['reinstate', words.reinstate, reinstate] : ['disqualify', words.disqualify, disqualify];
  return h('td', null, h('button', { type: 'button', 'data-testid': testid, 'data-key': `${testid} ${id}`, onclick }, label));
}

function row(team, act) {
  const { id, state, activeVersion, versions } = team;
  const active = versions.find(({ number }) => number === activeVersion);
  return h('tr', { 'data-testid': 'team', 'data-id': id, 'data-state': state, class: state === 'TEAM_ACTIVE' ? null : 'inactive' },
    nameCell(team), h('td', null, words.teamStates[state] ?? state), h('td', null, active ? words.versionShort(active.number, active.title) : '–'), latestCell(team, act), actionCell(team, act));
}

export class TeamTable {
  /** act(action) runs an action, shows what goes wrong, and fetches everything again. */
  constructor(act) {
    this.matches = () => true;
    this.all = [];
    this.search = h('input', { type: 'search', 'data-testid': 'search-team', placeholder: words.searchTeam, 'aria-label': words.searchTeam, oninput: () => {
      this.matches = nameFilter(this.search.value);
      this.show(this.all);
    } });
    this.place = h('div.wide', { tabindex: 0, role: 'region', 'aria-label': words.teamsTitle });
    this.none = h('p.empty', { hidden: true });
    this.draw = part(this.place, (teams) => h('table.standings.team-table', null, h('caption.unseen', null, words.teamsTitle),
      h('thead', null, h('tr', null, Object.values(words.teamHeads).map((head) => h('th', { scope: 'col' }, head)))),
      h('tbody', null, teams.map((team) => row(team, act)))));
    this.element = h('section', null, this.search, this.none, this.place);
  }

  show(teams) {
    this.all = teams;
    const shown = teams.filter(({ id, display }) => this.matches(id) || this.matches(display));
    this.search.hidden = teams.length < 8;
    this.place.hidden = !shown.length;
    this.none.hidden = shown.length > 0;
    refill(this.none, teams.length ? words.noSuchTeam : words.noTeams);
    this.draw(shown);
  }
}
