import { language } from '../texts/language.js';

const separators = { en: ',', de: '.' };

/**
 * A whole number with thousands separators. Intl can do it, but its first use loads locale data, which takes longer
 * than a frame, just when an answer ends.
 */
export function formatNumber(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, separators[language]);
}

/** A number with three decimal places, in the page's language. */
export function formatScore(value: number): string {
  return value.toFixed(3).replace('.', language === 'de' ? ',' : '.');
}

/** A share of one in percent: `40%`, and `40 %` in German. */
export function formatPercent(share: number): string {
  return `${formatNumber(share * 100)}${language === 'de' ? '\u00a0' : ''}%`;
}
