import type { ClaimVerdict } from '@ibid/core/internal';
import { texts } from '../texts/texts.js';
import { isDeleted } from './shown-title.js';

interface VerdictLook {
  label: string;
  chip: string;
  badge: string;
  /** Shown next to the number, so the verdict never depends on colour alone. */
  sign: string;
  /** For a whole sentence, which has no number. */
  claimSign: string;
}

const looks: Record<ClaimVerdict, Omit<VerdictLook, 'label'>> = {
  supported: {
    chip: 'bg-supported-soft text-supported border-transparent',
    badge: 'bg-supported-soft text-supported',
    sign: '',
    claimSign: '✓',
  },
  weak: {
    chip: 'bg-weak-soft text-weak border-dotted border-weak',
    badge: 'bg-weak-soft text-weak',
    sign: '~',
    claimSign: '~',
  },
  unsupported: {
    chip: 'bg-unsupported-soft text-unsupported border-unsupported',
    badge: 'bg-unsupported-soft text-unsupported',
    sign: '!',
    claimSign: '!',
  },
  unknown: {
    chip: 'bg-transparent text-unknown border-dashed border-line-strong',
    badge: 'bg-unknown-soft text-unknown',
    sign: '?',
    claimSign: '?',
  },
  uncited: {
    chip: 'bg-transparent text-weak border-dashed border-weak',
    badge: 'bg-weak-soft text-weak',
    sign: '',
    claimSign: '–',
  },
  gone: {
    chip: 'bg-transparent text-unknown border-dashed border-line-strong',
    badge: 'bg-unknown-soft text-unknown',
    sign: '×',
    claimSign: '×',
  },
};

const checking: Omit<VerdictLook, 'label'> = {
  chip: 'bg-panel text-soft border-line',
  badge: 'bg-unknown-soft text-unknown',
  sign: '',
  claimSign: '…',
};

export function lookOf(verdict: ClaimVerdict | null): VerdictLook {
  return { ...(verdict === null ? checking : looks[verdict]), label: texts.verdicts[verdict ?? 'checking'] };
}

interface Judged {
  verdict: ClaimVerdict | null;
  title?: string;
}

/** A citation of a deleted document can no longer be checked, whatever its old verdict. */
export function currentVerdict({ verdict, title }: Judged): ClaimVerdict | null {
  return isDeleted(title) ? 'gone' : verdict;
}

export function lookOfCitation(citation: Judged): VerdictLook {
  return lookOf(currentVerdict(citation));
}
