// A short name for tables, made of what people call a team. Pure.

/** "Équipe 4" is "equipe-4". */
export function shortName(display) {
  const plain = display.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9._-]+/g, '-').replace(/^[-.]+|-+$/g, '').slice(0, 32);
}
