// What connect4.js says, in each language of the page.
import { formsOf } from '../text/forms.js';

const [en, fr] = [formsOf('en', 'and'), formsOf('fr', 'et')];

export const connect4Text = {
  en: {
    title: 'Connect Four',
    rules: 'Drop a disc into a column; it falls to the lowest free cell. Who first has four in a row wins: across, down or diagonally. A full board is a draw.',
    bots: {
      'connect4-random': 'Any column, at random.',
      'connect4-minimax': 'Looks five moves ahead.',
      'connect4-champion': 'The strongest: never errs on the usual board.',
    },
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
    rules: 'Laissez tomber un jeton dans une colonne\u00a0: il va sur la case libre la plus basse. Qui en aligne quatre le premier gagne, en ligne, en colonne ou en diagonale. Un plateau plein est une partie nulle.',
    bots: {
      'connect4-random': 'Une colonne au hasard.',
      'connect4-minimax': 'Voit cinq coups à l’avance.',
      'connect4-champion': 'Le plus fort\u00a0: ne se trompe jamais sur le plateau habituel.',
    },
    shapes: { rectangle: 'rectangle', square: 'carré' },
    column: (column) => `colonne ${column}`,
    drops: (column, cell) => `joue dans la colonne ${column}${cell ? `, en ${cell}` : ''}`,
    discs: (discs) => fr.count(discs, 'jeton', 'jetons'),
    discsOf: (name, out) => `Jetons, ${name}${out ? ' (hors jeu)' : ''}`,
    none: 'aucun',
    prompt: 'Choisissez une colonne.',
  },
};
