import { z } from 'zod';
import { daysOf, isEmptyDateRange, readCondition, type MetadataCondition } from './item-conditions.js';
import type { ItemFilter } from './knowledge-store.js';

const date = z
  .string()
  .refine((text) => daysOf(text) !== null, { error: 'Give a date such as 2024, 2024-05 or 2024-05-31.' });

const condition = z
  .string()
  .max(1_000)
  .refine((text) => readCondition(text) !== null, {
    error: 'Give a condition such as year>=2024 or team=finance,sales.',
  });

/** KB-11: the date and metadata filters of every search tool, in the syntax of `readCondition`. */
export const FILTER_FIELDS = {
  after: date.optional().describe('Only documents dated after this: a year, month or day, e.g. 2024-05.'),
  before: date.optional().describe('Only documents dated before this.'),
  metadata: z
    .array(condition)
    .max(10)
    .optional()
    .describe('Conditions on metadata, e.g. "year>=2024" or "author=Ada,Ben" (any of).'),
};

export interface FilterInput {
  after?: string | undefined;
  before?: string | undefined;
  metadata?: readonly string[] | undefined;
}

/** Shown to someone who mixed up the two ends. */
export const EMPTY_DATE_RANGE = 'No day fits these dates: the range ends before it begins.';

/** Throws if no document can match, so this is not mistaken for a search that found nothing. */
export function filterOf(input: FilterInput): Pick<ItemFilter, 'date' | 'where'> {
  const { after, before, metadata } = input;
  if (isEmptyDateRange({ after, before }))
    throw new Error(`${EMPTY_DATE_RANGE} (after ${after}, before ${before})`);
  const where = (metadata ?? []).flatMap((text): MetadataCondition[] => {
    const read = readCondition(text);
    return read ? [read] : [];
  });
  return {
    ...(after || before ? { date: { after, before } } : {}),
    ...(where.length > 0 ? { where } : {}),
  };
}

/** The filter in words; empty without a filter. */
export function describeFilterInput({ after, before, metadata }: FilterInput): string {
  return [
    after ? `dated after ${after}` : '',
    before ? `dated before ${before}` : '',
    metadata?.length ? `with ${metadata.join(' and ')}` : '',
  ]
    .filter(Boolean)
    .join(' and ');
}

/** Follows "Nothing was found" with another possible reason. Empty without limits. */
export function describeLimits(input: FilterInput): string {
  const limits = describeFilterInput(input);
  return limits && ` Only documents ${limits} were searched; there may be more without these limits.`;
}
