import { describe, expect, it } from 'vitest';
import { countFilter } from './count-filter.js';

describe('AGR-2 what a count filters by', () => {
  it.each([
    ['How many documents mention the recompression chamber?', { content_contains: 'recompression chamber' }],
    ['How many files contain "oil leak"?', { content_contains: 'oil leak' }],
    ['How many reports are named H-24?', { name_contains: 'H-24' }],
    ['How many documents have voyage in their title?', { name_contains: 'voyage' }],
    ['How many documents are there?', {}],
    ['How many items do we have in total?', {}],
    ['List all documents that refer to the Northern Seas Fund', { content_contains: 'Northern Seas Fund' }],
    ['Which documents are about diving?', { content_contains: 'diving' }],
    ['Wie viele Dokumente erwähnen die Winde?', { content_contains: 'Winde' }],
    ['Wie viele Dokumente, die „Petrel“ enthalten, gibt es?', { content_contains: 'Petrel' }],
    ['Combien de documents mentionnent le treuil ?', { content_contains: 'treuil' }],
    ['¿Cuántos documentos mencionan el cabrestante?', { content_contains: 'cabrestante' }],
  ])('%s', (question, filter) => {
    expect(countFilter(question)).toEqual(filter);
  });
});
