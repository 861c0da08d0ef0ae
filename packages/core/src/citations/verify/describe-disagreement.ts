import type { Disagreement } from './find-disagreement.js';

/** For the reader: what the claim says, and what the passage has instead. */
export function describeDisagreement({ kind, claimed, found }: Disagreement): string {
  switch (kind) {
    case 'number':
      return `The claim says “${claimed}”, the passage “${found}”.`;
    case 'name':
      return `The claim names “${claimed}” where the passage names “${found}”.`;
    case 'opposite':
      return `The claim says “${claimed}” where the passage says “${found}”.`;
    case 'negation':
      return `Only one of them denies it: the claim has “${claimed}”, the passage “${found}”.`;
    case 'roles':
      return `The claim turns “${found}” of the passage around.`;
  }
}
