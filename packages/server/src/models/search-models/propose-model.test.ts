import { describe, expect, it } from 'vitest';
import { proposeModel } from './propose-model.js';

const propose = (known: string[] | null, ...documents: [string | null, number][]) =>
  proposeModel({ known, documents: documents.map(([language, items]) => ({ language, items })) });

describe('MOD-5 the proposal of a multilingual model', () => {
  it('comes when documents are not in a language that the embedder knows', () => {
    expect(propose(['en'], ['de', 8], ['en', 4])).toMatchObject({
      choice: 'hub:Xenova/multilingual-e5-small',
      languages: [{ language: 'de', items: 8 }],
    });
  });

  it('does not come for a few among many, for unknown languages, or where the embedder knows many', () => {
    expect(propose(['en'], ['en', 100], ['de', 5])).toBeNull();
    expect(propose(['en'], [null, 100])).toBeNull();
    expect(propose(['en'])).toBeNull();
    expect(propose(null, ['de', 100])).toBeNull();
  });
});
