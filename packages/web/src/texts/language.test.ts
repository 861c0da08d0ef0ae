import { afterEach, expect, it, vi } from 'vitest';
import { dateLocale } from './language.js';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [['en-US@posix', 'en-GB'], 'en-GB'],
  [['en-US@posix'], 'en'],
  [['fr-FR', 'en-CA'], 'en-CA'],
  [['C'], 'en'],
])('WEB-7 takes a format for dates that exists: of %j', (languages, locale) => {
  vi.stubGlobal('navigator', { languages });
  expect(dateLocale()).toBe(locale);
  expect(() => new Intl.DateTimeFormat(dateLocale())).not.toThrow();
});
