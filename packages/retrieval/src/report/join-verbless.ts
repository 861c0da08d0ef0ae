import { isVerb } from './is-verb.js';

const DETERMINER = /^(?:the|a|an|our|their|its|der|die|das|den|dem|unsere[rmn]?)$/iu;
const WHO = /^(?:who|wer)$/iu;
const ASKS =
  /^(?:(?:by|since|until|for|to|with|from|at|on|in|bis|seit|ab|für|mit|von|an|zu)\s+)?(?:how|what|which|who|whom|when|where|why|wie|was|welche[rsnm]?|wer|wen|wem|wann|wo|warum)(?!\p{L})/iu;
const MOST_WORDS = 4;
const GERMAN = /^(?:\p{L}+\s+)?(?:wie|was|welche[rsnm]?|wer|wen|wem|wann|wo|warum)(?!\p{L})/iu;

/**
 * `When and how are incidents reported` has one verb for both, and so has `Who cleans the rooms, and who the corridors`:
 * alone, the part without it would ask for something else or for nothing.
 */
export function joinVerbless(parts: readonly string[]): string[] {
  const joined: string[] = [];
  let waiting: string | null = null;
  for (const part of parts) {
    const whole: string = waiting === null ? part : joinedBy(waiting, part);
    const before = joined.at(-1);
    waiting = null;
    if (!lacksVerb(part)) joined.push(whole);
    else if (before === undefined) waiting = whole;
    else joined[joined.length - 1] = joinedBy(before, part);
  }
  return waiting === null ? joined : [...joined, waiting];
}

function lacksVerb(part: string): boolean {
  const asks = ASKS.exec(part)?.[0];
  if (asks === undefined) return false;
  const rest = part
    .slice(asks.length)
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (WHO.test(asks)) return DETERMINER.test(rest[0] ?? '');
  return rest.length < MOST_WORDS && !/^about$/iu.test(rest[0] ?? '') && !rest.some(isVerb);
}

const joinedBy = (one: string, other: string) =>
  `${one.replace(/[.?!]+$/u, '')} ${GERMAN.test(other) ? 'und' : 'and'} ${other.charAt(0).toLowerCase()}${other.slice(1)}`;
