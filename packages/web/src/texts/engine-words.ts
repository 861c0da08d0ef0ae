/** Templates of the engine's messages with placeholders, and their translations. */
export type EngineWords = readonly (readonly [english: string, own: string])[];

interface Template {
  pattern: RegExp;
  names: string[];
  own: string;
}

const PLACE = /\{(\w+)\}/g;

/**
 * The server writes messages in English for every client, and stores them. The page translates them, recognising each
 * by its template. A value that is itself a message is translated too, and so is each line of a list. Messages without a template stay in English.
 */
export function wordedBy(words: EngineWords, ofValues: (value: string) => string): (text: string) => string {
  let templates: Template[] | null = null;
  const known = new Map<string, string>();
  const worded = (text: string, depth: number): string => {
    templates ??= words.map(([english, own]) => template(english, own));
    for (const { pattern, names, own } of templates) {
      const found = pattern.exec(text);
      if (!found) continue;
      const values = new Map(names.map((name, index) => [name, found[index + 1] ?? '']));
      return own.replaceAll(PLACE, (_, name: string) => {
        const value = values.get(name) ?? '';
        return depth > 0 ? worded(value, depth - 1) : ofValues(value);
      });
    }
    return depth === DEEPEST ? text : ofValues(text);
  };
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const now = text
      .split('\n')
      .map((line) => worded(line, DEEPEST))
      .join('\n');
    if (known.size >= MOST_KEPT) known.clear();
    known.set(text, now);
    return now;
  };
}

const DEEPEST = 2;
const MOST_KEPT = 500;

function template(english: string, own: string): Template {
  const names = [...english.matchAll(PLACE)].map(([, name]) => name ?? '');
  const fixed = english
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return { pattern: new RegExp(`^${fixed.join('([^]*?)')}$`), names, own };
}
