import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countTokens } from '../tokens/count-tokens.js';
import { fitRequest, type RequestPart } from './fit-request.js';

const textsOf = (prompt: NonNullable<ReturnType<typeof fitRequest>>['prompt']) =>
  prompt.map(({ content }) =>
    typeof content === 'string'
      ? content
      : content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
  );
const words = fc.constantFrom('fair wind ', '順風と追い波 ', 'x', '🚢', 'Segelschiff\n');
const long = fc.tuple(words, fc.integer({ min: 0, max: 4_000 })).map(([word, times]) => word.repeat(times));
const part: fc.Arbitrary<RequestPart> = fc.oneof(
  fc.constantFrom('Question: ', '\n\n'),
  long.map((text) => ({ text })),
  fc.array(long, { maxLength: 30 }).map((lines) => ({ lines })),
);

describe('CTX-10 a request outside of a turn', () => {
  test('is never over its window, and asked for wherever its instructions fit', () => {
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(2_048, 4_096, 32_000),
        fc.constantFrom('o200k_base', null),
        fc.integer({ min: 1, max: 4_000 }),
        (user, contextWindow, tokenizer, outputTokens) => {
          const fitted = fitRequest({
            system: ['Answer with one word.'],
            user,
            outputTokens,
            window: { contextWindow, tokenizer },
          });
          const sent = textsOf(fitted!.prompt).reduce((sum, text) => sum + countTokens(text), 0);
          expect(sent + fitted!.maxOutputTokens).toBeLessThanOrEqual(contextWindow);
          expect(fitted!.maxOutputTokens).toBe(Math.min(outputTokens, contextWindow / 4));
          if (fitted!.isWhole)
            expect(fitted!.prompt).toEqual(
              fitRequest({ system: ['Answer with one word.'], user, outputTokens, window: null })!.prompt,
            );
        },
      ),
      { numRuns: 60 },
    );
  });

  test('loses the last lines of lists first, then the middle of the longest text, and says how much', () => {
    const question = `Begin ${'middle '.repeat(3_000)}end`;
    const lines = Array.from({ length: 400 }, (_, index) => `- base ${index} of many`);
    const window = { contextWindow: 2_048, tokenizer: null };
    const ask = (user: RequestPart[]) => fitRequest({ system: ['Sort.'], user, outputTokens: 200, window })!;
    const listed = ask([{ text: 'Which?' }, '\n', { lines }]);
    const [, shown] = textsOf(listed.prompt);
    expect(shown).toContain('Which?\n- base 0 of many\n');
    expect(shown).toContain(`(${400 - listed.lines[0]!} more)`);
    expect(listed.lines[0]).toBeGreaterThan(100);
    const cut = textsOf(ask([{ text: 'Short.' }, '\n', { text: question }]).prompt)[1]!;
    expect(cut).toMatch(/^Short\.\nBegin middle[^]*\n\[… \d+ characters …\]\n[^]*middle end$/u);
    expect(countTokens(cut)).toBeGreaterThan(1_300);
  });

  test('is not made where not even its instructions fit', () => {
    const system = ['Sort. '.repeat(3_000)];
    const window = { contextWindow: 2_048, tokenizer: null };
    expect(fitRequest({ system, user: ['Which?'], outputTokens: 200, window })).toBeNull();
  });
});
