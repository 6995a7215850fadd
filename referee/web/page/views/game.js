// The view of one game, live or stored: /games/ID, with ?ply=N at that step.
import { gameTitle } from '../games/index.js';
import { api } from '../live/api.js';
import { LiveSocket } from '../live/socket.js';
import { text } from '../text/index.js';
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

export async function gameView({ match: [id], query, failed }) {
  const view = await api.game(id);
  const viewer = new Viewer(view, { ply: plyOf(query) });
  const live = viewer.live ? follow(id, viewer, failed) : null;
  return {
    title: `${text.nameVersus(viewer.names)}, ${gameTitle(view.game)}`,
    element: viewer.element,
    leave() {
      live?.close();
      viewer.leave();
    },
  };
}
