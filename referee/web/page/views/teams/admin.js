// The teacher's view: all teams, with what they submitted; invitations; a word to all; and what was done. Fetched every three seconds while
// the page is visible. data-testid: those of the parts.
import { errorText, h, refill } from '../../dom.js';
import { connectionLost } from '../../live/announce.js';
import { api } from '../../live/api.js';
import { showAnnouncement } from '../../live/notice.js';
import { every, part, stopping } from '../../live/refresh.js';
import { AnnouncementForm } from './admin_announcement.js';
import { auditTable } from './admin_audit.js';
import { InvitationForm, invitationList } from './admin_invitations.js';
import { TeamTable } from './admin_teams.js';
import { problemPlace } from './forms.js';
import { behindSignIn } from './sign_in.js';
import { words } from './words.js';

class AdminPage {
  constructor(signedOut) {
    this.signedOut = signedOut;
    const act = (action) => this.act(action);
    this.problem = problemPlace();
    this.announcement = new AnnouncementForm(() => this.refresh());
    this.invite = new InvitationForm(() => this.refresh());
    this.teams = new TeamTable(act);
    this.invitations = h('div');
    this.audit = h('div.wide', { tabindex: 0, role: 'region', 'aria-label': words.auditTitle });
    this.showInvitations = part(this.invitations, (invitations) => invitationList(invitations, act));
    this.showAudit = part(this.audit, auditTable);
    this.moreInvitations = h('details.more', { 'data-testid': 'invitations', ontoggle: () => this.refresh() }, h('summary', null, words.invitations), this.invitations);
    this.moreAudit = h('details.more', { 'data-testid': 'audit', ontoggle: () => this.refresh() }, h('summary', null, words.auditTitle), this.audit);
    this.element = h('div.own', null, this.problem, this.teams.element, h('div.forms', null, this.invite.element, this.announcement.element), this.moreInvitations, this.moreAudit);
    this.refresh();
    this.stop = every(() => this.refresh());
  }

  /** What is open is fetched, and nothing else. */
  async refresh() {
    try {
      const { teams, announcement } = await api.teams();
      this.teams.show(teams);
      this.announcement.show(announcement);
      showAnnouncement(announcement);
      if (this.moreInvitations.open) this.showInvitations((await api.invitations()).invitations);
      if (this.moreAudit.open) this.showAudit((await api.audit()).entries);
      connectionLost(false);
    } catch (error) {
      if (error.status === undefined) throw error;
      if (error.status === 401 || error.status === 403) this.signedOut(words.sessionEnded);
      else connectionLost(true);
    }
  }

  async act(action) {
    refill(this.problem, null);
    try {
      await action();
    } catch (error) {
      if (error.status === undefined) throw error;
      refill(this.problem, errorText(error));
    }
    await this.refresh();
  }
}

export function adminView() {
  return behindSignIn(words.adminTitle, (me, signedOut) => {
    if (!me.admin) return { element: h('p', null, words.notAdmin) };
    const page = new AdminPage(signedOut);
    return { links: h('span.meta', { 'data-testid': 'who' }, words.signedInAs(me.id)), element: page.element, leave: stopping(page.stop) };
  });
}
