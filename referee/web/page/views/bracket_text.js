// What bracket.js says, and how tables are ordered, in each language of the page.
import { formsOf } from '../text/forms.js';

const [en, fr] = [formsOf('en', 'and'), formsOf('fr', 'et')];

/** Which formats have a bracket. */
export const hasBracket = (format) => format === 'knockout' || format === 'double-elimination';

export const bracketText = {
  en: {
    title: (event) => `${event}, bracket`,
    link: 'bracket',
    table: 'table',
    parts: { first: 'Bracket', unbeaten: 'The unbeaten', second: 'Once beaten', final: 'Final' },
    rounds: { 1: 'Final', 2: 'Semi-finals', 4: 'Quarter-finals' },
    round: (number) => `Round ${number}`,
    again: 'Final, once more',
    of: (played, games) => `${played} of ${en.count(games, 'game', 'games')}`,
    after: (games) => `after ${en.count(games, 'game', 'games')}`,
    seed: (seed) => `seed ${seed}`,
    open: 'not known yet',
    nobody: 'bye',
    goesOn: 'goes on',
    decidedBy: { seed: 'level: the better seed goes on', unbeaten: 'level: the unbeaten has won' },
    winner: (name) => `${name} has won`,
    tieRule: (games, most) => `A tie has ${en.count(games, 'game', 'games')}. If it is level, two more are played at a time, up to ${most} in all; if it is level even so, the better seed goes on.`,
    finalRule: 'A final that is level has been won by the unbeaten. If the unbeaten loses the final, it is played once more.',
    rules: {
      'round-robin': 'Ranked by points, as a share of those that were to be had, then by Sonneborn-Berger.',
      'double-round-robin': 'Ranked by points, as a share of those that were to be had, then by Sonneborn-Berger.',
      gauntlet: 'Ranked by rating.',
      swiss: 'Ranked by points, then by Buchholz, the points of all opponents.',
      knockout: 'Ranked by the round that was reached.',
      'double-elimination': 'Ranked by the round of the second defeat.',
      ladder: 'Ranked by rating.',
    },
  },
  fr: {
    title: (event) => `${event}, tableau`,
    link: 'tableau final',
    table: 'classement',
    parts: { first: 'Tableau', unbeaten: 'Les invaincus', second: 'Battus une fois', final: 'Finale' },
    rounds: { 1: 'Finale', 2: 'Demi-finales', 4: 'Quarts de finale' },
    round: (number) => `Tour ${number}`,
    again: 'Finale, rejouée',
    of: (played, games) => `${played} sur ${fr.count(games, 'partie', 'parties')}`,
    after: (games) => `après ${fr.count(games, 'partie', 'parties')}`,
    seed: (seed) => `tête de série ${seed}`,
    open: 'pas encore connu',
    nobody: 'exempt',
    goesOn: 'qualifié',
    decidedBy: { seed: 'égalité\u00a0: la meilleure tête de série passe', unbeaten: 'égalité\u00a0: l’invaincu a gagné' },
    winner: (name) => `${name} a gagné`,
    tieRule: (games, most) => `Une rencontre compte ${fr.count(games, 'partie', 'parties')}. En cas d’égalité, on en joue deux de plus à la fois, jusqu’à ${most} en tout\u00a0; si l’égalité persiste, la meilleure tête de série passe.`,
    finalRule: 'Une finale à égalité est gagnée par l’invaincu. Si l’invaincu perd la finale, elle est rejouée.',
    rules: {
      'round-robin': 'Classement aux points, en part de ceux qui étaient en jeu, puis au Sonneborn-Berger.',
      'double-round-robin': 'Classement aux points, en part de ceux qui étaient en jeu, puis au Sonneborn-Berger.',
      gauntlet: 'Classement selon la cote.',
      swiss: 'Classement aux points, puis au Buchholz, les points de tous les adversaires.',
      knockout: 'Classement selon le tour atteint.',
      'double-elimination': 'Classement selon le tour de la seconde défaite.',
      ladder: 'Classement selon la cote.',
    },
  },
};
