import { readStored, writeStored } from '../lib/stored.js';

/** The languages of the page, each by its own name: who cannot read the page must still find theirs. */
export const languages = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof languages;

/** The one in use. Set before the first paint, by `loadLanguage`. */
export let language: Language = 'en';

export function setLanguage(next: Language): void {
  language = next;
  document.documentElement.lang = next;
}

/** What the person chose on this browser; null: as the browser asks for. */
export function storedLanguage(): Language | null {
  const stored = readStored('language');
  return isLanguage(stored) ? stored : null;
}

export function storeLanguage(next: Language | null): void {
  writeStored('language', next);
}

/** The first that the page speaks, of what the browser asks for. */
export function preferredLanguage(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'en';
}

/** For dates: as this person's region writes them, where it speaks the language of the page. */
export function dateLocale(): string {
  return navigator.languages.find((tag) => tag.toLowerCase().startsWith(language)) ?? language;
}

function isLanguage(value: string | null): value is Language {
  return value !== null && Object.hasOwn(languages, value);
}
