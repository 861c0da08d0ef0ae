import { readStored, writeStored } from '../lib/stored.js';

/** The languages of the page, each by its own name, so users who cannot read the page find theirs. */
export const languages = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof languages;

/** The current language. Set before the first paint, by `loadLanguage`. */
export let language: Language = 'en';

export function setLanguage(next: Language): void {
  language = next;
  document.documentElement.lang = next;
}

/** The user's choice in this browser; null: the browser's preference. */
export function storedLanguage(): Language | null {
  const stored = readStored('language');
  return isLanguage(stored) ? stored : null;
}

export function storeLanguage(next: Language | null): void {
  writeStored('language', next);
}

/** The first of the browser's preferred languages that the page supports. */
export function preferredLanguage(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'en';
}

/** For dates: the user's regional format, if it matches the language of the page. */
export function dateLocale(): string {
  return navigator.languages.find((tag) => tag.toLowerCase().startsWith(language)) ?? language;
}

function isLanguage(value: string | null): value is Language {
  return value !== null && Object.hasOwn(languages, value);
}
