import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import { mostOf } from './region-sentences.js';
import { DECIDED, WILL } from './word-traits.js';

const DECISION =
  /^(?:decision|vote|approval|resolution|matter|item|question|proposal|motion|application|request|entscheidung|beschluss|abstimmung|antrag)$/;
const OPEN =
  /^(?:postponed|deferred|adjourned|pending|outstanding|undecided|tabled|rejected|refused|withdrawn|declined|vertagt|verschoben|abgelehnt|zuruckgezogen|offen)$/;

const VOTED = /^(?:vote|voted|decide|decided|agree|agreed|approve|approved|abstimmen|entschieden)$/;

/**
 * Finds `The meeting decided to replace the fridge` where it was suggested and `the decision was postponed`; or
 * `approved a buy-back` that it `discussed, but did not vote on`.
 */
export function findOpenDecision(region: Region): Disagreement | null {
  const { claim, passage } = region;
  if (!claim.has(DECIDED | WILL) || claim.negators.length > 0) return null;
  const at = claim.tokens.findIndex((_, index) => claim.is(index, DECIDED | WILL));
  if (claim.tokens.some((_, index) => OPEN.test(claim.word(index)))) return null;
  const isDecided = (index: number) => passage.is(index, DECIDED) && !passage.hasNegator(index);
  const own = statementOf(region, at);
  const inOwn = passage.tokens.flatMap((_, index) => (region.statementAt(index) === own ? index : []));
  if (inOwn.some(isDecided)) return null;
  const say = (first: number, last: number): Disagreement => ({
    kind: 'negation',
    at,
    claimed: claim.written(at),
    found: passage.words(first, last),
    isCertain: false,
  });
  const denied = inOwn.find(
    (index) => VOTED.test(passage.word(index)) && [1, 2].some((back) => passage.isNegator(index - back)),
  );
  if (denied !== undefined) return say(denied - 1, denied);
  // The passage also contains a decision.
  if (passage.tokens.some((_, index) => isDecided(index))) return null;
  for (let open = 1; open < passage.tokens.length; open++) {
    if (!OPEN.test(passage.word(open))) continue;
    const decision = passage.tokens.findIndex(
      (_, index) => index < open && passage.isSameClause(index, open) && DECISION.test(passage.word(index)),
    );
    if (decision !== -1) return say(decision, open);
  }
  return null;
}

/** The statement that contains most of what was decided. */
const statementOf = (region: Region, decided: number) =>
  mostOf(region, region.termOf.slice(decided + 1), region.statementAt)?.part ?? -1;
