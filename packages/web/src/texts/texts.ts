import { english } from './en/english.js';
import { preferredLanguage, setLanguage, storedLanguage } from './language.js';

/** The same shape with any words in it: a text that a translation lacks is an error of its types. */
type Translated<Part> = Part extends string
  ? string
  : Part extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { [Name in keyof Part]: Translated<Part[Name]> };

export type Texts = Translated<typeof english>;

/**
 * Every text of the page, in its language. It changes once, before anything is drawn, so it is read when something is
 * drawn, never when a module loads.
 */
export let texts: Texts = english;

/** English comes with the page and another language when it is wanted; where that cannot be fetched, English does. */
export async function loadLanguage(): Promise<void> {
  const wanted = storedLanguage() ?? preferredLanguage(navigator.languages);
  if (wanted === 'de') {
    const fetched = await import('./de/german.js').catch(() => null);
    if (fetched !== null) texts = fetched.german;
    setLanguage(fetched === null ? 'en' : 'de');
  } else setLanguage('en');
}
