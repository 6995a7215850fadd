// The view of one game, live or stored: /games/ID, with ?ply=N at that moment.
import { api } from './api.js';
import { Live } from './live.js';
import { Viewer } from './viewer.js';
import { gameName } from './words.js';

function plyOf(query) {
  const given = query.get('ply');
  return given !== null && /^\d+$/.test(given) ? Number(given) : undefined;
}

/** Feeds a viewer from a game's socket until it is over. */
function follow(id, viewer, failed) {
  const live = new Live(`/ws/games/${encodeURIComponent(id)}`, {
    heard: ({ game, gameChange }) => {
      if (game) viewer.take(game);
      if (gameChange && !viewer.extend(gameChange)) live.restart();
    },
    // A game that is gone cannot be told from a network that is: the upgrade fails in both cases.
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
    title: `${viewer.names.join(' vs ')}, ${gameName(view.game)}`,
    element: viewer.element,
    leave() {
      live?.close();
      viewer.leave();
    },
  };
}
