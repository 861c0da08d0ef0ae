import type { Amount } from './amount.js';
import type { ClaimToken } from './claim-token.js';
import type { TokenCursor } from './token-cursor.js';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const ABOUT = setOf(
  'about around approximately roughly nearly almost some circa approx ca etwa rund ungefahr fast knapp environ presque pres unos unas cerca aproximadamente casi quase circa quasi около почти примерно',
);
export const ARTICLE = setOf('a an one ein eine einem un une una');

/** `the £7,500 cap` means up to £7,500. */
const CAP = /^[ -](?:cap|limit|ceiling|maximum|Obergrenze|Höchstbetrag)\b/u;

/** `at least`, `more than`, `about` before it. */
export function withBound(cursor: TokenCursor, token: ClaimToken, at: number): ClaimToken {
  const { amount } = token;
  if (!amount) return token;
  const [third, second, first] = [cursor.wordAt(at - 3), cursor.wordAt(at - 2), cursor.wordAt(at - 1)];
  const nearby = (word: string) => word !== '' && !cursor.between(at - 1, at).includes('.');
  if (
    nearby(first) &&
    (ABOUT.has(first) || (ARTICLE.has(first) && ABOUT.has(second)) || (first === 'to' && second === 'close'))
  )
    amount.isAbout = true;
  else if (/[~≈∼]\s?$/.test(cursor.text.slice(Math.max(0, token.start - 2), token.start)))
    amount.isAbout = true;
  const bound = boundOf(third, second, first);
  if (bound) amount.bound = bound;
  else if (CAP.test(cursor.text.slice(token.end, token.end + 16))) amount.bound = '<=';
  return token;
}

function boundOf(third: string, second: string, first: string): Amount['bound'] | undefined {
  const isDenied = third === 'no' || third === 'not' || third === 'nicht';
  const pair = `${second} ${first}`;
  if (/^(?:at least|minimum of|au moins|al menos|por menos|almeno de|not under|not below)$/.test(pair))
    return '>=';
  if (
    /^(?:at most|maximum of|up to|to within|limited to|capped at|bis zu|au plus|como maximo|jusqu'a de)$/.test(
      pair,
    )
  )
    return '<=';
  if (/^(?:mindestens|minimum|almeno)$/.test(first)) return '>=';
  if (/^(?:hochstens|maximum|maximal|hasta|jusqu'a)$/.test(first)) return '<=';
  if (
    /^(?:more than|greater than|higher than|longer than|larger than|mehr als|plus de|mas de|piu di|mais de)$/.test(
      pair,
    )
  )
    return isDenied ? '<=' : '>';
  if (
    /^(?:less than|fewer than|lower than|shorter than|smaller than|weniger als|moins de|menos de|meno di)$/.test(
      pair,
    )
  )
    return isDenied ? '>=' : '<';
  if (/^(?:over|above|exceeding|exceeds|exceeded|uber)$/.test(first)) return '>';
  if (/^(?:under|below|unter)$/.test(first)) return '<';
  return undefined;
}
