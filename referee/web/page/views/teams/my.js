// A team's own page: to sign in, to submit, to see what becomes of it, and to choose which version plays. What changes comes over a web
// socket. data-testid: who, state-note, and those of the parts.
import { errorText, h, refill, retext } from '../../dom.js';
import { api } from '../../live/api.js';
import { showAnnouncement } from '../../live/notice.js';
import { part } from '../../live/refresh.js';
import { LiveSocket } from '../../live/socket.js';
import { rememberSignedIn, whoAmI } from '../../live/team_session.js';
import { sure } from '../dialogs.js';
import { problemPlace } from './forms.js';
import { behindSignIn } from './sign_in.js';
import { isSettled, SubmissionPanel } from './submission.js';
import { Upload } from './upload.js';
import { showVersions } from './versions.js';
import { momentText, nameOf, words } from './words.js';

function closingParagraph({ accepts, closes, closed }) {
  if (!accepts.length) return h('p', null, words.nothingAccepted);
  if (!closes) return closed ? h('p', null, words.closed) : null;
  return h('p', null, (closed ? words.closedSince : words.closes)(momentText(closes)));
}

class MyPage {
  constructor(me, signedOut) {
    Object.assign(this, { signedOut });
    this.who = h('p.meta', { 'data-testid': 'who' });
    this.notes = h('div.notes-of-team', { 'data-testid': 'state-note' });
    this.upload = new Upload((submission) => this.started(submission));
    this.panel = new SubmissionPanel();
    this.versions = h('section.own-versions');
    this.problem = problemPlace();
    this.submitting = h('section', null, h('h2', null, words.submitTitle), this.upload.element);
    this.element = h('div.own', null, this.who, this.notes, this.submitting, this.panel.element, this.problem, this.versions);
    this.showNotes = part(this.notes, (state, note, accepts, closes, closed) => [
      state === 'TEAM_DISQUALIFIED' ? h('p.warning.strong', null, words.disqualified(note)) : null,
      state === 'TEAM_WITHDRAWN' ? h('p.warning', null, words.withdrawn) : null,
      closingParagraph({ accepts, closes, closed })]);
    this.take(me);
    // The web socket begins with those that are not settled.
    const [latest] = me.versions;
    if (latest && isSettled(latest.state)) this.read(latest.number);
    this.live = new LiveSocket('/ws/me', { heard: (update) => this.heard(update), refused: () => this.end(), retried: () => this.check() });
  }

  /** The upgrade fails in the same way whether the session or the network is gone: so the API is asked. */
  async check() {
    const me = await whoAmI().catch(() => undefined);
    if (me === null) this.end();
  }

  end() {
    rememberSignedIn(false);
    this.live.close();
    this.signedOut(words.sessionEnded);
  }

  heard({ me, submission, progress }) {
    if (me) this.take(me);
    if (submission) this.follow(submission);
    if (progress && progress.number === this.panel.number) this.panel.extend(progress);
    else if (progress && progress.number > (this.panel.number ?? 0)) this.read(progress.number);
  }

  take(me) {
    this.me = me;
    const { state, note, accepts, closes, closed } = me;
    retext(this.who, words.signedInAs(me.display ? `${nameOf(me)} (${me.id})` : me.id));
    this.showNotes(state, note, accepts, closes, closed);
    this.submitting.hidden = closed || !accepts.length || state === 'TEAM_DISQUALIFIED';
    this.upload.accept(me);
    showVersions(this.versions, me, { report: (number) => this.read(number, true), activate: (number) => this.activate(number), withdraw: () => this.withdraw() });
    showAnnouncement(me.announcement);
  }

  /** A submission that has just been taken, here or by `quiver submit`, or that is settled now. */
  follow(submission) {
    const { number } = submission.version;
    if (this.panel.number === undefined || number >= this.panel.number) this.panel.take(submission);
  }

  started(submission) {
    this.panel.take(submission);
    this.panel.element.scrollIntoView({ block: 'nearest' });
  }

  async act(action) {
    refill(this.problem, null);
    try {
      return await action();
    } catch (error) {
      if (error.status === undefined) throw error;
      if (error.status === 401) this.end();
      refill(this.problem, errorText(error));
      return undefined;
    }
  }

  async read(number, wanted = false) {
    const submission = await this.act(() => api.submission(number));
    if (!submission) return;
    this.panel.take(submission);
    if (!wanted) return;
    this.panel.element.scrollIntoView({ block: 'start' });
    this.panel.element.querySelector('[tabindex]')?.focus({ preventScroll: true });
  }

  async activate(number) {
    if (!await sure(words.playThisSure(number), words.playThis(number), undefined, { dangerous: false })) return;
    const me = await this.act(() => api.activate(number));
    if (me) this.take(me);
  }

  async withdraw() {
    if (!await sure(words.withdrawSure, words.withdraw, words.keep)) return;
    const me = await this.act(() => api.withdraw());
    if (me) this.take(me);
  }

  leave() { this.live.close(); }
}

export function myView() {
  return behindSignIn(words.myTitle, (me, signedOut) => {
    const links = me.admin ? h('a.button', { href: '/admin' }, words.toAdmin) : null;
    if (me.admin && !me.versions.length) {
      showAnnouncement(me.announcement);
      return { links, element: h('div.own', null, h('p.meta', { 'data-testid': 'who' }, words.signedInAs(me.id)), h('p', null, words.adminHere)) };
    }
    const page = new MyPage(me, signedOut);
    return { links, element: page.element, leave: () => page.leave() };
  });
}
