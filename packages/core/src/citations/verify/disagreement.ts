import type { ClaimToken } from './claim-token.js';
import type { Region } from './region.js';
import type { TokenRun } from './token-run.js';
import { findComparison } from './find-comparison.js';
import { findDeniedToo } from './find-denied-too.js';
import { findJoinedApart } from './find-joined-apart.js';
import { findLeftOut } from './find-left-out.js';
import { findMisattached } from './find-misattached.js';
import { findNegation } from './find-negation.js';
import { findOpenDecision } from './find-open-decision.js';
import { findOtherAntecedent } from './find-other-antecedent.js';
import { findOtherCase } from './find-other-case.js';
import { findOtherColumn } from './find-other-column.js';
import { findOtherDoer } from './find-other-doer.js';
import { findOtherStart } from './find-other-start.js';
import { findOtherInclusion } from './find-other-inclusion.js';
import { findOtherTax } from './find-other-tax.js';
import { findTurnedChange } from './find-turned-change.js';
import { findOtherField } from './find-other-field.js';
import { findOtherKind } from './find-other-kind.js';
import { findOtherObject } from './find-other-object.js';
import { findOtherMember } from './find-other-member.js';
import { findOtherName } from './find-other-name.js';
import { findOtherOrder } from './find-other-order.js';
import { findOtherPair } from './find-other-pair.js';
import { findOtherRate } from './find-other-rate.js';
import { findQualifiers } from './find-qualifiers.js';
import { findOtherSide } from './find-other-side.js';
import { findSharedAmount } from './find-shared-amount.js';
import { findCountOfRows, findDeniedCell, findSplitRow } from './find-split-row.js';
import { findSplitStatement } from './find-split-statement.js';
import { findSwappedNames } from './find-swapped-names.js';
import { findTurnedException } from './find-turned-exception.js';
import { findTurnedRoles } from './find-turned-roles.js';
import { findUnchanged } from './find-unchanged.js';
import { findWiderScope } from './find-wider-scope.js';

/** A point in which a claim differs from the passage. */
export interface Disagreement {
  kind:
    | 'number'
    | 'unit'
    | 'bound'
    | 'direction'
    | 'name'
    | 'opposite'
    | 'negation'
    | 'roles'
    | 'modal'
    | 'quantity'
    | 'row'
    | 'apart'
    | 'field'
    | 'exception'
    | 'condition'
    | 'kind';
  /** Index of the claim's token. */
  at: number;
  /** As written in the claim and in the passage; empty if the passage has nothing of the kind. */
  claimed: string;
  found: string;
  /** Everything around it is the same, so only this point differs. */
  isCertain: boolean;
  /** For an amount: the passage has the claim's amount too, further from the rest of the claim. */
  isThere?: boolean;
  /** For an amount: two amounts of the passage from which it can be calculated. */
  derived?: readonly [first: string, second: string];
}

type Rule = (region: Region) => Disagreement | readonly Disagreement[] | null;

const OF_EVERY_CLAIM: readonly Rule[] = [findNegation, findQualifiers, findLeftOut, findWiderScope];

/** A verbatim repetition can omit a `not`, but it reverses nothing else. */
const OF_OTHER_WORDS: readonly Rule[] = [
  findMisattached,
  ({ claim, passage }) => findOtherName(claim, passage),
  findOtherField,
  findOtherKind,
  findComparison,
  findOtherObject,
  findOtherSide,
  findOtherOrder,
  findOtherPair,
  findSharedAmount,
  findDeniedToo,
  findOtherRate,
  findDeniedCell,
  findTurnedChange,
  findOtherTax,
  findOtherInclusion,
  findOtherDoer,
  findOtherCase,
  findOtherAntecedent,
  findOtherMember,
  findJoinedApart,
  findOpenDecision,
  findUnchanged,
  findOtherStart,
  findOtherColumn,
  findCountOfRows,
  findSplitRow,
  findSplitStatement,
  ({ claim, passage }) => findSwappedNames(claim, passage),
  findTurnedException,
  findTurnedRoles,
];

/** All points in which a claim disagrees with the part of a source that it was aligned with. */
export function findDisagreements(region: Region): Disagreement[] {
  const found: Disagreement[] = [];
  addFound(found, OF_EVERY_CLAIM, region);
  if (!isRepeated(region.claim, region.passage)) addFound(found, OF_OTHER_WORDS, region);
  return found;
}

/** Most rules find nothing, so nothing is collected for them. */
function addFound(found: Disagreement[], rules: readonly Rule[], region: Region): void {
  for (const rule of rules) {
    const one = rule(region);
    if (one === null) continue;
    if ('kind' in one) found.push(one);
    else for (const each of one) found.push(each);
  }
}

function isRepeated({ tokens }: TokenRun, passage: TokenRun): boolean {
  const last = passage.tokens.length - tokens.length;
  for (let start = 0; start <= last; start++) {
    let length = 0;
    while (length < tokens.length && isSame(tokens[length], passage.tokens[start + length])) length++;
    if (length === tokens.length && !passage.endsWithin(start, start + length - 1)) return true;
  }
  return false;
}

/** A table figure carries the unit of its column, but a quoted row has only the cell's text. */
const isSame = (own: ClaimToken | undefined, other: ClaimToken | undefined) =>
  own?.term === other?.term ||
  (own?.amount?.kind === '' && other?.amount !== undefined && own.amount.written === other.amount.written);

/** For the reader: what the claim says, and what the passage has instead. */
export function describeDisagreement({
  kind,
  claimed,
  found,
  isCertain,
  isThere = false,
  derived,
}: Disagreement): string {
  if (derived) return describeDerived(`“${claimed}”`, derived);
  switch (kind) {
    case 'number':
    case 'bound':
    case 'direction':
    case 'kind':
      if (claimed === found) return inAnotherSense(claimed);
      return isThere && !isCertain && kind === 'number'
        ? `The passage has “${claimed}”, but “${found}” stands closer to the rest of the claim.`
        : `The claim says “${claimed}”, but the passage says “${found}”.`;
    case 'unit':
      return claimed === found
        ? inAnotherSense(claimed)
        : `The passage has “${found}” without a unit; the claim says “${claimed}”.`;
    case 'name':
      return `The claim names “${claimed}” where the passage names “${found}”.`;
    case 'opposite':
      return `The claim says “${claimed}” where the passage says “${found}”.`;
    case 'modal':
    case 'quantity':
      return found === ''
        ? `The claim goes further than the passage, which does not say “${claimed}”.`
        : `The claim says “${claimed}” where the passage says “${found}”.`;
    case 'negation':
      return isCertain
        ? `One says it and the other denies it: the claim has “${claimed}”, the passage “${found}”.`
        : `The claim has “${claimed}”, the passage “${found}”: one may deny what the other says.`;
    case 'row':
      return `“${claimed}” stands in another row than “${found}”.`;
    case 'exception':
      return `The passage makes an exception: “${found}”.`;
    case 'condition':
      return `The passage says so on a condition: “${found} …”.`;
    case 'field':
      return `The source has “${claimed}” under “${found}”.`;
    case 'apart':
      return `The sentence that comes closest does not mention “${claimed}”: “${found} …”.`;
    case 'roles':
      return isCertain
        ? `The passage says “${found}”; the claim has it the other way round.`
        : `The passage says “${found}”, which may not be the same.`;
  }
}

export const describeDerived = (claimed: string, [first, second]: readonly [string, string]) =>
  `The source does not have ${claimed}; the passage has “${first}” and “${second}”, from which it can be worked out.`;

const inAnotherSense = (words: string) =>
  `The claim and the passage both say “${words}”, but not in the same unit or of the same thing.`;
