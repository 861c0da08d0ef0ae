import type { ClaimToken } from './claim-token.js';
import { isSpace } from './is-space.js';

const CONTRAST = new Set(['but', 'aber', 'sondern', 'pero', 'sino', 'mais', 'ma']);

/** By plain character: 1 where a clause ends. */
const BREAKS = new Uint8Array(0x80);
for (const sign of ',;:()\n') BREAKS[sign.charCodeAt(0)] = 1;

/** Numbers the clauses of a text: tokens with the same number stand in the same one. */
export function clausesOf(text: string, tokens: readonly ClaimToken[]): number[] {
  const clauses: number[] = [];
  let clause = 0;
  let end = -1;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (!token) break;
    if (CONTRAST.has(token.term) || (end >= 0 && hasBreak(text, end, token.start))) clause++;
    clauses.push(clause);
    end = token.end;
  }
  return clauses;
}

function hasBreak(text: string, from: number, to: number): boolean {
  for (let index = from; index < to; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x80 ? BREAKS[code] === 1 : code === 0x2014 || code === 0x2013) return true;
    if (code === 0x2e && index + 1 < to && isSpace(text, index + 1)) return true;
  }
  return false;
}
