import type { Region } from './region.js';
import { findMisattached } from './find-misattached.js';
import { findNegation } from './find-negation.js';
import { findOtherName } from './find-other-name.js';
import { findQualifiers } from './find-qualifiers.js';
import { findTurnedRoles } from './find-turned-roles.js';

/** A point in which a claim says something else than the passage does. */
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
    | 'quantity';
  /** Index of the claim's token. */
  at: number;
  /** As the claim and the passage write it; empty: the passage has nothing of the kind. */
  claimed: string;
  found: string;
  /** Everything around it is the same: it is the same statement, turned around. */
  isCertain: boolean;
}

/** All points in which a claim and the part of a source that it was aligned with disagree. */
export function findDisagreements(region: Region): Disagreement[] {
  const { claim, passage } = region;
  return [
    findNegation(region),
    ...findMisattached(region),
    findOtherName(claim, passage),
    ...findTurnedRoles(region),
    ...findQualifiers(region),
  ].filter((found) => found !== null);
}

/** For the reader: what the claim says, and what the passage has instead. */
export function describeDisagreement({ kind, claimed, found }: Disagreement): string {
  switch (kind) {
    case 'number':
    case 'bound':
    case 'direction':
      return `The claim says “${claimed}”, the passage “${found}”.`;
    case 'unit':
      return `The passage has “${found}”, and not in which unit: the claim says “${claimed}”.`;
    case 'name':
      return `The claim names “${claimed}” where the passage names “${found}”.`;
    case 'opposite':
      return `The claim says “${claimed}” where the passage says “${found}”.`;
    case 'modal':
    case 'quantity':
      return found === ''
        ? `The claim says “${claimed}”, and the passage does not.`
        : `The claim says “${claimed}”, the passage only “${found}”.`;
    case 'negation':
      return `Only one of them denies it: the claim has “${claimed}”, the passage “${found}”.`;
    case 'roles':
      return `The claim turns “${found}” of the passage around.`;
  }
}
