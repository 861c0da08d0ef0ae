import { pointsBack } from './points-back.js';

/**
 * A query of two lines may be a question and the one it follows, as `standaloneQuery` writes it, or two turns of a
 * conversation in order. The current question counts twice, because the other only says what it is about. It is the one
 * that refers back; if neither does, both count the same.
 */
export function weighFollowUp(query: string): string {
  const [first, second, ...more] = query.split('\n').filter((line) => line.trim() !== '');
  if (first === undefined || second === undefined || more.length > 0) return query;
  if (pointsBack(first)) return `${first}\n${first}\n${second}`;
  return pointsBack(second) ? `${second}\n${second}\n${first}` : query;
}
