// The view of one game, live or stored: /games/ID, with ?ply=N at that step.
import { h } from '../dom.js';
import { gameTitle } from '../games/index.js';
import { api, gamePath } from '../live/api.js';
import { late } from '../live/late.js';
import { lobbyOf, nextGame } from '../live/lobby_state.js';
import { LiveSocket } from '../live/socket.js';
import { whoAmI } from '../live/team_session.js';
import { text } from '../text/index.js';
import { botNeighbours } from './bot_neighbours.js';
import { Viewer } from './viewer.js';

function plyOf(query) {
  const given = query.get('ply');
  return given !== null && /^\d+$/.test(given) ? Number(given) : undefined;
}

/** Feeds a viewer from a game's socket until it is over. */
function follow(id, viewer, failed) {
  const live = new LiveSocket(`/ws/games/${encodeURIComponent(id)}`, {
    heard: ({ game, gameChange }) => {
      if (game) viewer.take(game);
      if (gameChange && !viewer.extend(gameChange)) live.restart();
    },
    // The upgrade fails in the same way whether the game or the network is gone: so ask the API.
    retried: async (count) => {
      if (count < 2) return;
      const error = await api.game(id).then(() => null, (caught) => caught);
      if (error?.status === 404) {
        live.close();
        failed(error);
      }
    },
  });
  return live;
}

// The next game of an event begins a moment after the last one: how often and when it is looked for.
const kLooks = 5;
const kBetween = 2000;

/** When the game that somebody watches has ended: a link to another one, once there is one. Returns a function that stops looking. */
function offerNext(id, viewer) {
  let timer;
  const look = async (left) => {
    const lobby = await api.lobby().then(lobbyOf, () => null);
    const next = lobby ? nextGame(lobby, id, viewer.names) : undefined;
    if (next) {
      viewer.line.element.parentElement.after(h('p.next', { 'data-testid': 'next-game' }, h('span', null, text.nextGame),
        h('a.button', { href: gamePath(next.id) }, text.nameVersus(next.names))));
    } else if (left > 1) timer = setTimeout(() => look(left - 1), kBetween);
  };
  look(kLooks);
  return () => clearTimeout(timer);
}

// A game is stored a moment after it has ended: how often and when its log is asked for.
const kLogLooks = 5;
const kUntilStored = 400;

/** Whether it is worth asking: the server decides, and calls a team's further versions "ann-v2". */
const mayRead = ({ id, admin }, names) => admin || names.some((name) => name === id || (name.startsWith(id.slice(0, 26)) && /^-v\d+$/.test(name.slice(Math.min(id.length, 26)))));

/** Shows what the visitor's own bot printed, if the visitor may see it. Returns a function that stops asking. */
function showLog(id, viewer) {
  let timer;
  let stopped = false;
  const put = async (logs) => {
    const { BotLog, pliesOf } = await late('botLog');
    if (stopped) return;
    const log = new BotLog(logs, (ply) => viewer.go(viewer.timeline.steps.findIndex((step) => step.ply > ply) + 1 || Infinity));
    const show = () => log.show(pliesOf(viewer.timeline, viewer.count));
    viewer.moves.element.before(log.element);
    viewer.shown = show;
    show();
  };
  const look = async (left) => {
    const me = await whoAmI().catch(() => null);
    if (stopped || !me || !mayRead(me, viewer.names)) return;
    const logs = await api.logs(id).catch(({ status }) => status);
    if (stopped) return;
    if (logs.seats?.length) put(logs).catch(() => null);
    else if ((logs === 404 || logs === 409) && left > 1) timer = setTimeout(() => look(left - 1), kUntilStored);
  };
  look(kLogLooks);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

export async function gameView({ match: [id], query, go, failed }) {
  const view = await api.game(id);
  const neighbours = await botNeighbours(id, view.event, query, go);
  const viewer = new Viewer(view, { ply: plyOf(query), more: neighbours?.keys });
  if (neighbours) viewer.state.prepend(neighbours.element);
  const live = viewer.live ? follow(id, viewer, failed) : null;
  const stops = [];
  if (live) {
    viewer.ended = () => {
      stops.push(offerNext(id, viewer));
      stops.push(showLog(id, viewer));
    };
  } else stops.push(showLog(id, viewer));
  return {
    title: `${text.nameVersus(viewer.names)}, ${gameTitle(view.game)}`,
    element: viewer.element,
    leave() {
      live?.close();
      for (const stop of stops) stop();
      viewer.leave();
    },
  };
}
