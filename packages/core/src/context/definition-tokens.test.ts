import { describe, expect, it } from 'vitest';
import { definitionTokens, keepDefinitionTokens } from './definition-tokens.js';
import { RenderMemory } from './render-cache.js';

const tool = () => ({
  name: 'search',
  description: 'Durchsucht die Dokumente.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
  isSearch: true,
});

describe('CTX-10 tokens of a tool definition', () => {
  it('are counted for each tokenizer, kept or not', () => {
    const kept = tool();
    keepDefinitionTokens(kept);
    const counts = ['o200k_base', 'cl100k_base'].map((tokenizer) =>
      [kept, kept, tool()].map((one) => definitionTokens(one, tokenizer, new RenderMemory())),
    );
    for (const [first, again, fresh] of counts) expect([again, fresh]).toEqual([first, first]);
    expect(counts[0]).not.toEqual(counts[1]);
  });

  it('are counted anew with a new memory, if nobody promised that the definition stays', () => {
    const changed = tool();
    const before = definitionTokens(changed, 'o200k_base', new RenderMemory());
    changed.description += ' Und noch viel mehr davon.';
    expect(definitionTokens(changed, 'o200k_base', new RenderMemory())).toBeGreaterThan(before);
  });
});
