// What connect4.js says, in each language of the page.
import { formsOf } from '../text/forms.js';

const [en, fr] = [formsOf('en', 'and'), formsOf('fr', 'et')];

export const connect4Text = {
  en: {
    title: 'Connect Four',
    shapes: { rectangle: 'rectangle', square: 'square' },
    column: (column) => `column ${column}`,
    drops: (column, cell) => `drops into column ${column}${cell ? `, on ${cell}` : ''}`,
    discs: (discs) => en.count(discs, 'disc', 'discs'),
    discsOf: (name, out) => `Discs of ${name}${out ? ' (out)' : ''}`,
    none: 'none',
    prompt: 'Choose a column.',
  },
  fr: {
    title: 'Puissance 4',
    shapes: { rectangle: 'rectangle', square: 'carré' },
    column: (column) => `colonne ${column}`,
    drops: (column, cell) => `joue dans la colonne ${column}${cell ? `, en ${cell}` : ''}`,
    discs: (discs) => fr.count(discs, 'jeton', 'jetons'),
    discsOf: (name, out) => `Jetons, ${name}${out ? ' (hors jeu)' : ''}`,
    none: 'aucun',
    prompt: 'Choisissez une colonne.',
  },
};
