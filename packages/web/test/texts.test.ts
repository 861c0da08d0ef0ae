import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { preferredLanguage } from '../src/texts/language.js';

const source = fileURLToPath(new URL('../src', import.meta.url));

/** Top-level constants that read a text: they would keep the English one. Functions read it when called. */
function readWhileLoading(code: string): string[] {
  const constants = code.matchAll(/^(?:export )?const (\w+)([^]*?)(?=^\S(?!.*^[}\])]))/gm);
  return [...constants].flatMap(([, name = '', body = '']) =>
    /=>|function|memo\(|lazy\(/.test(body) || !/\btexts\./.test(body) ? [] : [name],
  );
}

describe('WEB-7 languages', () => {
  it('takes the first that the page speaks of what the browser asks for', () => {
    expect(preferredLanguage(['fr-FR', 'de-AT', 'en'])).toBe('de');
    expect(preferredLanguage(['en-GB', 'de'])).toBe('en');
    expect(preferredLanguage(['fr', 'it'])).toBe('en');
    expect(preferredLanguage([])).toBe('en');
  });

  it('reads no text while a module loads', () => {
    expect(readWhileLoading('const a = {\n  b: texts.c,\n};\nconst d = 1;\n')).toEqual(['a']);
    expect(readWhileLoading('const a = () => texts.c;\nconst d = 1;\n')).toEqual([]);
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
    const found = files
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('texts/') && !file.includes('.test.'))
      .flatMap((file) =>
        readWhileLoading(`${readFileSync(join(source, file), 'utf8')}\nconst end = 0;\n`).map(
          (name) => `${file}: ${name}`,
        ),
      );
    expect(found).toEqual([]);
  });
});
