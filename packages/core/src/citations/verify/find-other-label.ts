import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import { wordsFrom } from './find-left-out.js';
import { idsOf } from './sentence-of-claim.js';
import type { TokenRun } from './token-run.js';

const CODE = /^(?:\p{Lu}{1,4}[-.]?\d{1,4}\p{Ll}?|\p{Lu})$/u;
const LEAST = 2;

/** `E3 means that the room is too cold`, where the passage has `E2: room too cold. E3: filter blocked.` */
export function otherLabel(region: Region): Disagreement | null {
  const { claim, passage, places, termOf } = region;
  const own = claim.tokens.findIndex((_, at) => CODE.test(claim.written(at)) && claim.written(at) !== 'I');
  if (own === -1) return null;
  const labels = passage.tokens.flatMap((_, at) => (isLabel(passage, at) ? [at] : []));
  if (labels.length < LEAST || !labels.some((at) => passage.written(at) === claim.written(own))) return null;
  const labelOf = (place: number) => labels.findLast((at) => at <= place);
  let ours = 0;
  let other: number | undefined;
  let theirs = 0;
  for (const id of idsOf(region, (index) => index !== own)) {
    if (CODE.test(claim.written(termOf.indexOf(id)))) return null;
    const found = (places[id] ?? []).map(labelOf);
    if (found.length === 0 || found.includes(undefined)) continue;
    if (found.some((at) => at !== undefined && passage.written(at) === claim.written(own))) ours++;
    else {
      theirs++;
      other ??= found[0];
    }
  }
  if (other === undefined || theirs < LEAST || ours >= theirs) return null;
  return {
    kind: 'name',
    at: own,
    claimed: claim.written(own),
    found: wordsFrom(passage, other),
    isCertain: false,
  };
}

/** A code with a colon or an equals sign after it. */
const isLabel = (run: TokenRun, at: number) =>
  CODE.test(run.written(at)) && /^\s?[:=–]/u.test(run.gapAfter(at));
