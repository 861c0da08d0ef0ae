import { eld } from 'eld/small';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guessLanguage } from './guess-language.js';

const sentences = {
  en: "The captain doesn't leave the bridge while the pilot is on board.",
  de: 'Der Kapitän verlässt die Brücke nicht, solange der Lotse an Bord ist.',
  fr: "Le capitaine ne quitte pas la passerelle tant que le pilote est à bord d'un navire.",
  es: 'El capitán no abandona el puente mientras el práctico está a bordo.',
  ru: 'Капитан не покидает мостик, пока лоцман находится на борту.',
  ar: 'لا يغادر القبطان الجسر ما دام المرشد على متن السفينة.',
  hi: 'जब तक पायलट जहाज पर है, कप्तान पुल नहीं छोड़ता।',
};

describe('KB-4 the language of a text', () => {
  test.each(Object.entries(sentences))('%s is told, and that it is sure', (language, text) => {
    expect(guessLanguage(text)).toMatchObject({ language, isReliable: true });
  });

  test('nothing is said of what has no letters', () => {
    for (const text of ['', ' ', '12, 13.', '—'])
      expect(guessLanguage(text)).toEqual({ language: null, isReliable: false, scores: {} });
  });

  test('the packed tables say what the package says that they come from', () => {
    const piece = fc.oneof(
      fc.constantFrom(...Object.values(sentences)),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
    );
    const texts = fc
      .array(fc.tuple(piece, fc.nat({ max: 70 }), fc.constantFrom(' ', '', "'", '\n', '-', '…')), {
        maxLength: 30,
      })
      .map((pieces) => pieces.map(([text, cut, gap]) => text.slice(cut) + gap).join(''));
    fc.assert(
      fc.property(texts, (text) => {
        const theirs = eld.detect(text).getScores();
        const { language } = guessLanguage(text);
        const best = Math.max(0, ...Object.values(theirs));
        // If two languages match equally well, the cut of long words and long texts may decide.
        expect(language === null ? 0 : (theirs[language] ?? 0)).toBeGreaterThanOrEqual(best - 0.02);
      }),
      { numRuns: 300 },
    );
  });
});
