import { language } from '../texts/language.js';

const separators = { en: ',', de: '.' };

/**
 * A whole number with separated thousands. Intl would do it too, but its first use loads the locale data, which takes
 * longer than a frame just when an answer ends.
 */
export function formatNumber(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, separators[language]);
}
