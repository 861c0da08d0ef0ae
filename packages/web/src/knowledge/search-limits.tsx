import { daysOf, isEmptyDateRange, readCondition } from '@ibid/retrieval/internal/browser';
import type { Body } from '../api/request.js';
import { texts } from '../texts/texts.js';
import { CheckField, TextField } from '../ui/field.js';

export interface SearchLimitFields {
  after: string;
  before: string;
  conditions: string;
  newer: boolean;
}

export const noLimits: SearchLimitFields = { after: '', before: '', conditions: '', newer: false };

const conditionsOf = (limits: SearchLimitFields) =>
  limits.conditions
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** What is wrong with the limits, in words; null if nothing. */
export function slipInLimits(limits: SearchLimitFields): string | null {
  const [after, before] = [limits.after.trim(), limits.before.trim()];
  for (const date of [after, before])
    if (date !== '' && daysOf(date) === null) return texts.knowledge.noDate(date);
  if (isEmptyDateRange({ after: after || undefined, before: before || undefined }))
    return texts.knowledge.emptyDates;
  const wrong = conditionsOf(limits).find((condition) => readCondition(condition) === null);
  return wrong === undefined ? null : texts.knowledge.noCondition(wrong);
}

/** KB-11: the filter of a search. Empty fields limit nothing. */
export function searchFilter(limits: SearchLimitFields): NonNullable<Body<'POST /api/search'>['filter']> {
  const where = conditionsOf(limits);
  const [after, before] = [limits.after.trim(), limits.before.trim()];
  return {
    ...(after || before ? { date: { after: after || undefined, before: before || undefined } } : {}),
    ...(where.length > 0 ? { where } : {}),
  };
}

export function SearchLimits(props: {
  limits: SearchLimitFields;
  onLimits: (limits: SearchLimitFields) => void;
}) {
  const { limits, onLimits } = props;
  const field = (name: 'after' | 'before' | 'conditions') => ({
    value: limits[name],
    onChange: (event: { target: { value: string } }) => onLimits({ ...limits, [name]: event.target.value }),
  });
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded-md text-soft hover:text-ink">
        {texts.knowledge.limits}
      </summary>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        <TextField label={texts.knowledge.datedAfter} placeholder="2024-05" {...field('after')} />
        <TextField label={texts.knowledge.datedBefore} placeholder="2026" {...field('before')} />
        <p className="text-xs text-soft sm:col-span-2">{texts.knowledge.dateHint}</p>
        <div className="sm:col-span-2">
          <TextField
            label={texts.knowledge.conditions}
            hint={texts.knowledge.conditionsHint}
            {...field('conditions')}
          />
        </div>
        <div className="sm:col-span-2">
          <CheckField
            label={texts.knowledge.preferNewer}
            checked={limits.newer}
            onChange={(event) => onLimits({ ...limits, newer: event.target.checked })}
          />
        </div>
      </div>
    </details>
  );
}
