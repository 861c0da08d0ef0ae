// A custom tool whose results can be cited. It returns chunks without numbers; the turn assigns the numbers.
import assert from 'node:assert/strict';
import { defineTool } from '@ibid/core';
import { scriptedModel } from '@ibid/core/testing';
import { openLibrary } from 'ibid';
import { z } from 'zod';

const tickets = [
  {
    id: 'T-17',
    subject: 'Crane 4 stands still',
    body: 'Crane 4 has stood still since 9 May. A bearing is worn.',
  },
  { id: 'T-22', subject: 'Gate hours', body: 'The south gate closes at 22:00 from June on.' },
];

const searchTickets = defineTool({
  name: 'search_tickets',
  description: 'Finds tickets by words.',
  inputSchema: z.object({ query: z.string() }),
  isSearch: true, // adds the citation rules and the reminder to the prompt
  execute: async ({ query }) => {
    const words = query.toLowerCase().split(/\W+/);
    const found = tickets.filter(({ body }) => words.some((word) => body.toLowerCase().includes(word)));
    const chunks = found.map(({ id, subject, body }) => {
      return { itemId: id, chunkId: 'body', title: subject, text: body, score: 1 };
    });
    return { text: '', chunks };
  },
});

// A scripted model, so the example runs anywhere. Yours comes from a provider of the AI SDK.
const model = scriptedModel([
  [{ call: 'search_tickets', input: { query: 'crane' } }],
  [
    {
      text: 'Crane 4 has stood still since 9 May [1]. It was repaired in July [1].',
    },
  ],
]);
const library = await openLibrary({ embedder: null, model, tools: [searchTickets] });
const { citations, cited } = await library.ask('What is wrong with crane 4?');

for (const { number, verdict, reason } of citations) console.log(`[${number}] ${verdict} ${reason ?? ''}`);
assert.deepEqual(
  citations.map(({ verdict }) => verdict),
  ['supported', 'unsupported'],
);
assert.equal(cited[0]?.itemId, 'T-17');
await library.close();
