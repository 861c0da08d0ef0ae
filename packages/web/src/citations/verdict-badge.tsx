import type { ClaimVerdict } from '@ibid/core/internal';
import { classNames } from '../lib/class-names.js';
import { currentVerdict, lookOf } from './verdict.js';

export function VerdictBadge({ verdict, title }: { verdict: ClaimVerdict | null; title?: string }) {
  const current = currentVerdict({ verdict, ...(title === undefined ? {} : { title }) });
  const look = lookOf(current);
  return (
    <span
      data-verdict={current ?? 'checking'}
      className={classNames(
        'inline-flex items-center gap-1 rounded-md px-1.5 py-0.5 text-xs font-semibold',
        look.badge,
      )}
    >
      {look.sign === '' ? null : <span aria-hidden="true">{look.sign}</span>}
      {look.label}
    </span>
  );
}
