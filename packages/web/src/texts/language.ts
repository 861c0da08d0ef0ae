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
  const isOfPage = (tag: string) => tag.toLowerCase().startsWith(language) && isLocale(tag);
  return navigator.languages.find(isOfPage) ?? language;
}

/** Some browsers take theirs from the system: with `LANG=C`, Chromium reports `en-US@posix`. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

function isLanguage(value: string | null): value is Language {
  return value !== null && Object.hasOwn(languages, value);
}
