// Which of a bot's games are shown, as the addresses of the page and of the API have it. Pure.

export const kFilters = ['result', 'fault', 'against', 'board', 'version', 'seat'];

/** What a query says, without what it does not. */
export const filterIn = (query) => Object.fromEntries(kFilters.flatMap((key) => (query.get(key) ? [[key, query.get(key)]] : [])));

/** The filter with one value changed; '' takes it out. */
export function withFilter(filter, key, value) {
  const { [key]: before, ...others } = filter;
  return value ? { ...others, [key]: value } : others;
}

export const isEmpty = (filter) => Object.keys(filter).length === 0;

/** The page of a list that a query names. */
export const pageIn = (query) => Math.max(0, Number.parseInt(query.get('page') ?? '0', 10) || 0);

/** "cup-17" is game 17; undefined for another kind of id. */
export function numberOf(id) {
  const digits = /-(\d+)$/.exec(id)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
