import { ShellError } from './shell-error.js';

export interface CommandOptions {
  flags: Set<string>;
  /** The last value of each option, but all patterns (`-e`), one per line. */
  values: Map<string, string>;
  operands: string[];
}

/**
 * Parses short options, single or combined (`-in`), with a value in the same word or the next (`-m5`, `-m 5`). `digits`
 * names the option that a bare number stands for: `head -5`.
 */
export function parseOptions(
  name: string,
  words: readonly string[],
  known: { flags?: string; values?: string; digits?: string },
): CommandOptions {
  const { flags = '', values = '', digits } = known;
  const result: CommandOptions = { flags: new Set(), values: new Map(), operands: [] };
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--') {
      result.operands.push(...words.slice(index + 1));
      break;
    }
    if (!/^-./.test(word)) {
      result.operands.push(word);
      continue;
    }
    if (digits && /^-\d+$/.test(word)) {
      result.values.set(digits, word.slice(1));
      continue;
    }
    for (let at = 1; at < word.length; at += 1) {
      const option = word[at] ?? '';
      if (flags.includes(option)) result.flags.add(option);
      else if (values.includes(option)) {
        const value = word.slice(at + 1) || words[(index += 1)];
        if (value === undefined) throw new ShellError(`${name}: -${option} needs a value.`);
        const before = option === 'e' ? result.values.get(option) : undefined;
        result.values.set(option, before === undefined ? value : `${before}\n${value}`);
        break;
      } else {
        const all = Array.from(flags + values, (letter) => `-${letter}`).join(' ');
        throw new ShellError(
          `${name}: ${word.startsWith('--') ? word : `-${option}`} is not known here; there are ${all}.`,
        );
      }
    }
  }
  return result;
}

export function countOf(name: string, value: string | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (!/^\d{1,9}$/.test(value)) throw new ShellError(`${name}: "${value}" is not a number.`);
  return Number(value);
}
