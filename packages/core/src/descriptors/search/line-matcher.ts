import type { RE2JS } from 're2js';
import { InvalidDescriptorParameter } from '../errors/descriptor-errors.js';

/** Finds a pattern in one line. */
export interface LineMatcher {
  /** Offset of the first match, or -1. */
  find(line: string): number;
  /** How much work one character is, relative to plain text: bounds how long a slice of a search takes. */
  costPerCharacter: number;
}

const MAX_PATTERN_CHARACTERS = 1_000;
const MAX_PROGRAM_SIZE = 2_000;

/**
 * Plain text, or a regular expression of RE2's kind: matched in time linear in the text, so that no pattern can hang
 * the server. The price is that back references and lookaround are refused. Loads what reads them when first asked for
 * one, because most programs never are.
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
      // Whether it matches at all is several times cheaper to know than where.
      if (!compiled.test(line)) return -1;
      const matcher = compiled.matcher(line);
      return matcher.find() ? matcher.start() : -1;
    },
    costPerCharacter: 4 + size,
  };
}
