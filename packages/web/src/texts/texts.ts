import { english } from './en/english.js';
import { preferredLanguage, setLanguage, storedLanguage } from './language.js';

/** The same shape with any text: a missing translation is a type error. */
type Translated<Part> = Part extends string
  ? string
  : Part extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { [Name in keyof Part]: Translated<Part[Name]> };

export type Texts = Translated<typeof english>;

/**
 * All texts of the page in its language. It changes once, before anything is drawn, so read it while rendering, never
 * when a module loads.
 */
export let texts: Texts = english;

/** English is part of the page; other languages are loaded on demand, with English as the fallback. */
export async function loadLanguage(): Promise<void> {
  const wanted = storedLanguage() ?? preferredLanguage(navigator.languages);
  if (wanted === 'de') {
    const fetched = await import('./de/german.js').catch(() => null);
    if (fetched !== null) texts = fetched.german;
    setLanguage(fetched === null ? 'en' : 'de');
  } else setLanguage('en');
}
