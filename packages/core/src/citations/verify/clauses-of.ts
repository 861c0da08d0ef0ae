import type { ClaimToken } from './claim-token.js';

const CONTRAST = new Set(['but', 'aber', 'sondern', 'pero', 'sino', 'mais', 'ma']);

/** Signs that end a clause, and spaces: of plain text, what may stand between words. */
const BREAK = 1;
const SPACE = 2;
const SIGNS = new Uint8Array(0x80);
for (const sign of ',;:()\n') SIGNS[sign.charCodeAt(0)] = BREAK;
for (const space of ' \t\r\v\f') SIGNS[space.charCodeAt(0)] = SPACE;

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
    if (code < 0x80 ? SIGNS[code] === BREAK : code === 0x2014 || code === 0x2013) return true;
    if (code === 0x2e && index + 1 < to && isSpace(text, index + 1)) return true;
  }
  return false;
}

function isSpace(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code < 0x80) return SIGNS[code] === SPACE || code === 10;
  return /\s/.test(text.charAt(index));
}
