// The server's HTTP API. A failure is an ApiError with the server's sentence, which is English, or with one from here if it sent none; `own` tells which.

import { text } from '../text/index.js';

class ApiError extends Error {
  constructor(status, sentence, own = true) {
    super(sentence);
    Object.assign(this, { status, own });
  }
}

async function answer(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new ApiError(0, text.noAnswer);
  }
  const body = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, body?.sentence || text.status(response.status), !body?.sentence);
  if (body === null) throw new ApiError(response.status, text.unreadable);
  return body;
}

function query(parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null);
  return given.length ? `?${new URLSearchParams(given)}` : '';
}

const part = encodeURIComponent;

const botRoot = (event, name) => `/api/v1/events/${part(event)}/bots/${part(name)}`;

export const api = {
  lobby: () => answer('/api/v1/lobby'),
  offers: () => answer('/api/v1/offers'),
  game: (id) => answer(`/api/v1/games/${part(id)}`),
  choices: (id, parameters) => answer(`/api/v1/games/${part(id)}/choices${query(parameters)}`),
  events: () => answer('/api/v1/events'),
  workers: () => answer('/api/v1/workers'),
  standings: (event) => answer(`/api/v1/events/${part(event)}/standings`),
  ratings: (event, names) => answer(`/api/v1/events/${part(event)}/ratings${query({ names: names?.join(',') })}`),
  eventGames: (event, { name, against, page }) => answer(`/api/v1/events/${part(event)}/games${query({ name, against, page })}`),
  bot: (event, name, version) => answer(`${botRoot(event, name)}${query({ version })}`),
  botGames: (event, name, filter) => answer(`${botRoot(event, name)}/games${query(filter)}`),
  replay: (file) => answer('/api/v1/replay', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: file }),
  table: (request) => post('/api/v1/tables', request),
  claim: (claim) => post('/api/v1/seats', claim),
};

function post(path, message) {
  return answer(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(message) });
}

/** `among` says from which list the game is opened: the bot, and the filter of its games. */
export const gamePath = (id, ply, among = {}) => `/games/${part(id)}${query({ ply, ...among })}`;
export const recordPath = (id) => `/api/v1/games/${part(id)}/record`;
export const textPath = (id) => `/api/v1/games/${part(id)}/text`;
/** The page of a bot, with a filter of its games. */
export const botPath = (event, name, filter = {}) => `/events/${part(event)}/bots/${part(name)}${query(filter)}`;
export const eventPath = (event) => `/events/${part(event)}`;
export const eventGamesPath = (event, { name, against, page } = {}) => `/events/${part(event)}/games${query({ name, against, page })}`;
