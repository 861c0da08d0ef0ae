import type { RE2JS } from 're2js';
import { InvalidDescriptorParameter } from '../errors/descriptor-errors.js';

/** Finds a pattern in one line. */
export interface LineMatcher {
  /** Offset of the first match, or -1. */
  find(line: string): number;
  /** Cost per character relative to plain text; bounds the duration of a search slice. */
  costPerCharacter: number;
}

const MAX_PATTERN_CHARACTERS = 1_000;
const MAX_PROGRAM_SIZE = 2_000;

/**
 * Plain text, or a regular expression in RE2 syntax. Matching time is linear in the text, so no pattern can hang the
 * server. Back references and lookaround are therefore rejected. The regex engine is loaded on first use, because most
 * programs never need it.
 */
export async function lineMatcher(options: {
  pattern: string;
  kind: 'text' | 'regex';
  caseSensitive: boolean;
}): Promise<LineMatcher> {
  const { pattern, kind, caseSensitive } = options;
  if (pattern === '') throw new InvalidDescriptorParameter('The pattern is empty.');
  if (pattern.length > MAX_PATTERN_CHARACTERS)
    throw new InvalidDescriptorParameter(
      `The pattern has ${pattern.length} characters; at most ${MAX_PATTERN_CHARACTERS} are allowed.`,
    );
  if (kind === 'regex') return regexMatcher(pattern, caseSensitive);
  if (/[\r\n]/.test(pattern))
    throw new InvalidDescriptorParameter('Lines are searched one by one; give a pattern within one line.');
  if (caseSensitive) return { find: (line) => line.indexOf(pattern), costPerCharacter: 1 };
  const lower = pattern.toLowerCase();
  return { find: (line) => line.toLowerCase().indexOf(lower), costPerCharacter: 2 };
}

async function regexMatcher(pattern: string, caseSensitive: boolean): Promise<LineMatcher> {
  const { RE2JS: expressions } = await import('re2js');
  let compiled: RE2JS;
  try {
    compiled = expressions.compile(pattern, caseSensitive ? 0 : expressions.CASE_INSENSITIVE);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InvalidDescriptorParameter(
      `The regular expression cannot be used: ${reason}. The syntax is RE2's, without back references and lookaround.`,
    );
  }
  const size = compiled.programSize();
  if (size > MAX_PROGRAM_SIZE)
    throw new InvalidDescriptorParameter('The regular expression is too large. Use smaller repeat counts.');
  return {
    find(line) {
      // Testing for a match is several times cheaper than locating it.
      if (!compiled.test(line)) return -1;
      const matcher = compiled.matcher(line);
      return matcher.find() ? matcher.start() : -1;
    },
    costPerCharacter: 4 + size,
  };
}
