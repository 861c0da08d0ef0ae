import { InvalidArgumentError } from 'commander';

// Parsers of arguments, which reject invalid ones with a message.
export function port(value: string): number {
  const parsed = Number(value);
  if (!Number.isInteger(parsed) || parsed < 0 || parsed > 65_535)
    throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return parsed;
}

/** Words of one question; an empty one is usually a mistake in the shell. */
export function words(word: string, before: string[] = []): string[] {
  if (word.trim() === '') throw new InvalidArgumentError('Enter something to search for.');
  return [...before, word];
}

export function tokens(value: string): number {
  const parsed = Number(value);
  if (!Number.isInteger(parsed) || parsed < 1000)
    throw new InvalidArgumentError('It must be a whole number of at least 1000.');
  return parsed;
}

export function count(value: string): number {
  const parsed = Number(value);
  if (!Number.isInteger(parsed) || parsed < 1 || parsed > 1000)
    throw new InvalidArgumentError('It must be a whole number from 1 to 1000.');
  return parsed;
}

export function time(value: string): Date {
  const parsed = new Date(value);
  if (Number.isNaN(parsed.getTime()))
    throw new InvalidArgumentError('Give a date such as 2026-11-01, or a time such as 2026-11-01T08:00Z.');
  return parsed;
}

export function head(value: string): { seq: number; hash: string } {
  const parts = /^(\d+):([0-9a-f]{64})$/u.exec(value.trim());
  if (!parts) throw new InvalidArgumentError('Give it as ibid audit verify printed it: NUMBER:HASH.');
  return { seq: Number(parts[1]), hash: parts[2] ?? '' };
}

/**
 * `--kb Papers "How high is it?"`: an option that takes several names also takes a question after it. A name with spaces
 * at the end is taken for the question if there is no other.
 */
export function questionAfterNames(question: readonly string[], names: readonly string[] | undefined) {
  const last = names?.at(-1);
  if (question.length > 0 || !names || names.length < 2 || last === undefined || !/\s/u.test(last.trim()))
    return { question: question.join(' '), kb: names };
  return { question: last, kb: names.slice(0, -1) };
}

/** What to say if there is no question at all. */
export const noQuestion = (command: string): string =>
  `The question is missing. Write it before --kb, because that option takes all words after it as names. For example: ibid ${command} "How high is it?" --kb Papers`;
