// What bot_neighbours.js says, in each language of the page.
import { formsOf } from '../text/forms.js';

const [en, fr] = [formsOf('en', 'and'), formsOf('fr', 'et')];

export const neighboursText = {
  en: {
    gamesOf: (place, total, name) => `Game ${en.number(place)} of ${en.number(total)} of ${name}`,
    notAmong: (name) => `Games of ${name}`,
    earlierGame: 'Earlier game (p)',
    laterGame: 'Later game (n)',
    earlierKey: 'the earlier game of the list',
    laterKey: 'the later game of the list',
  },
  fr: {
    gamesOf: (place, total, name) => `Partie ${fr.number(place)} sur ${fr.number(total)} de ${name}`,
    notAmong: (name) => `Parties de ${name}`,
    earlierGame: 'Partie précédente (p)',
    laterGame: 'Partie suivante (n)',
    earlierKey: 'la partie précédente de la liste',
    laterKey: 'la partie suivante de la liste',
  },
};
