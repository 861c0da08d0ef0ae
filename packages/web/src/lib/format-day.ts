import { dateLocale } from '../texts/language.js';

/** A day with its month in words where the language writes days in several orders: `11/12/2026` means two days. */
export function formatDay(moment: string): string {
  return new Date(moment).toLocaleDateString(dateLocale(), { dateStyle: 'medium' });
}
