import { describe, expect, it } from 'vitest';
import { hitsIn, retrievalCallWords } from './retrieval-words.js';

const nameOf = (id: string) => (id === 'kb-1' ? 'Ship papers' : '');

describe('WEB-4 a search in words', () => {
  it.each([
    [
      'search_content',
      { knowledge_base: 'kb-1', query: 'life jackets' },
      'Searched Ship papers for “life jackets”',
    ],
    ['search_content', { knowledge_base: 'gone', query: 'ice' }, 'Searched for “ice”'],
    ['search_items_by_name', { name: 'budget' }, 'Looked for documents named “budget”'],
    ['count_items_or_chunks', { unit: 'items', content_contains: 'ice' }, 'Counted documents with “ice”'],
    ['count_items_or_chunks', {}, 'Counted documents'],
    ['read_more_safety_rules_3f2a', {}, 'Read on in a document'],
    ['finish_retrieval', { reason: 'enough' }, 'Found enough'],
    ['a_tool_of_others', {}, 'a tool of others'],
  ])('%s %o', (tool, input, words) => {
    expect(retrievalCallWords({ tool, input }, nameOf)).toBe(words);
  });
});

describe('WEB-4 what the agent was shown', () => {
  it('has titles and places, and no ids', () => {
    const result = [
      'Safety rules (item 01J9ABC, chunk 4, page 2, Deck > Life jackets)',
      'Life jackets are worn',
      '',
      'on deck.',
      '',
      'Budget (2026) (item 01J9DEF, chunk 0)',
      'Money.',
    ].join('\n');
    expect(hitsIn(result)).toEqual([
      {
        title: 'Safety rules',
        place: 'page 2, Deck › Life jackets',
        text: 'Life jackets are worn\n\non deck.',
      },
      { title: 'Budget (2026)', place: '', text: 'Money.' },
    ]);
  });

  it('reads counts with their documents, and other results as they are', () => {
    expect(hitsIn('2 items containing “ice”\n- Safety rules (item a)\n- Log (item b)')).toEqual([
      { title: '', place: '', text: '2 items containing “ice”' },
      { title: 'Safety rules', place: '', text: '' },
      { title: 'Log', place: '', text: '' },
    ]);
    expect(hitsIn('Nothing found.')).toEqual([{ title: '', place: '', text: 'Nothing found.' }]);
  });
});
