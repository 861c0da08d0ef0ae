import type { JsonValue } from '@ibid/core';

/** Fields that hold a document's date, best first. */
const FIELDS = ['date', 'published', 'created', 'modified'] as const;

/** KB-11: the date of a document, and where it comes from: a metadata field or the file. */
export interface ItemDate {
  /** `YYYY-MM-DD`; the first day if only a month or year is known. */
  value: string;
  from: (typeof FIELDS)[number] | 'file';
}

/** The date that the document states; null if there is none that can be parsed. */
export function documentDate(metadata: Record<string, JsonValue>): ItemDate | null {
  const byName = new Map(Object.entries(metadata).map(([key, value]) => [key.toLowerCase(), value]));
  for (const field of FIELDS) {
    const value = byName.get(field);
    const day = typeof value === 'string' || typeof value === 'number' ? dayOf(String(value)) : null;
    if (day) return { value: day, from: field };
  }
  return null;
}

/**
 * Normalises the date in an item's metadata to one field that `sourceDate` reads. Documents use several names and many
 * formats for it; a date that cannot be parsed is removed.
 */
export function datedMetadata(item: {
  metadata: Record<string, JsonValue>;
  date: ItemDate | null;
  updatedAt: string;
}): Record<string, JsonValue> {
  const { date } = item;
  const isOther = ([name]: [string, JsonValue]) =>
    !['file', 'added', ...(FIELDS as readonly string[])].includes(name.toLowerCase());
  return {
    ...Object.fromEntries(Object.entries(item.metadata).filter(isOther)),
    ...(date === null ? {} : { [date.from === 'file' ? 'file' : 'date']: asFarAsKnown(item.metadata, date) }),
    added: item.updatedAt,
  };
}

/** Does not turn a year into the first of January. */
function asFarAsKnown(metadata: Record<string, JsonValue>, { value, from }: ItemDate): string {
  const raw = Object.entries(metadata).find(([name]) => name.toLowerCase() === from)?.[1];
  const written = typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim() : '';
  if (/^\d{4}$/u.test(written)) return value.slice(0, 4);
  return /^\d{4}[-/.]\d{2}$/u.test(written) ? value.slice(0, 7) : value;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const EARLIEST = 1400;

/** Takes the day as written, so no time zone moves a document to another day. */
function dayOf(text: string): string | null {
  const trimmed = text.trim();
  const iso = /^(\d{4})(?:[-/.]?(\d{2})(?:[-/.]?(\d{2})(?!\d))?)?(?=$|[T\s])/u.exec(trimmed);
  if (iso) return dayFrom(iso[1], iso[2] ?? '1', iso[3] ?? '1');
  const named = /(?:^|[\s,])(\d{1,2})\.?\s+([a-z]{3})[a-z]*\.?,?\s+(\d{4})\b/iu.exec(trimmed);
  if (named) return dayFrom(named[3], monthOf(named[2]), named[1]);
  const american = /^(?:[a-z]+,\s*)?([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})\b/iu.exec(trimmed);
  if (american) return dayFrom(american[3], monthOf(american[1]), american[2]);
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})\b/u.exec(trimmed);
  return german ? dayFrom(german[3], german[2], german[1]) : null;
}

function monthOf(name = ''): string {
  return String(MONTHS.indexOf(name.toLowerCase()) + 1);
}

function dayFrom(year = '', month = '', day = ''): string | null {
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = new Date(`${value}T00:00:00Z`);
  // A day that does not exist would roll over into the next month.
  if (Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== value) return null;
  return Number(year) >= EARLIEST ? value : null;
}
