// What the server says in English of the games it offers, in other languages. A word that is missing stays as it is, so
// a new game is shown at once and only reads better later.

export interface Words {
  words: Record<string, string>;
  /** In sizes only, which begin with a number. */
  units: Record<string, string>;
}

const tables: Record<string, Words> = {};

export function learn(language: string, words: Words): void {
  tables[language] = words;
}

export function word(text: string, language: string): string {
  const table = tables[language];
  if (!table) return text;
  if (/^\d/.test(text)) return text.replace(/[a-z]+/g, (word) => table.units[word] ?? word);
  return table.words[text] ?? text;
}
