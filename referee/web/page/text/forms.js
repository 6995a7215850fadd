// What the tables need of a language beside words: numbers and plurals by the browser's own rules (Intl), and lists. Pure.

/** { count, number, decimal, listed } of a language; `and` joins the last two words of a list. */
export function formsOf(language, and) {
  const plain = new Intl.NumberFormat(language, { useGrouping: true });
  const rules = new Intl.PluralRules(language);
  const fixed = new Map();
  const number = (value) => plain.format(value);
  return {
    number,
    /** count(2, 'game', 'games'): "2 games". */
    count: (amount, one, many) => `${number(amount)} ${rules.select(amount) === 'one' ? one : many}`,
    /** So many digits after the point, whatever the language's point is. */
    decimal(value, digits) {
      if (!fixed.has(digits)) fixed.set(digits, new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false }));
      return fixed.get(digits).format(value);
    },
    /** "ann, bob and eve". */
    listed: (words) => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${and} ${words.at(-1)}`),
  };
}
