import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScriptedServer, searchCall } from './scripted-server.js';

let server: ScriptedServer;
let itemId: string;

beforeAll(async () => {
  server = await ScriptedServer.start();
  const base = await server.addBase('Papers', {
    'harbour.md':
      '# Harbour\n\n## Fees\n\nThe mooring fee is 40 crowns a night for every vessel that stays in the inner harbour.',
  });
  const { rows } = await server.client.get<{ rows: { id: string }[] }>(`/api/knowledge-bases/${base}/items`);
  itemId = rows[0]?.id ?? '';
});

afterAll(() => server.close());

describe('WEB-10 the home of a document on a real server', () => {
  it('has outline, topics and key figures without a model', async () => {
    expect(await server.client.get(`/api/items/${itemId}/guide`)).toMatchObject({
      outline: [{ title: 'Harbour' }, { title: 'Fees', level: 2 }],
      topics: ['Fees', 'How much is the mooring fee?'],
      figures: [{ value: '40 crowns' }],
    });
  });

  it('has a summary by the model, and only questions that the text answers', async () => {
    server.small(() =>
      JSON.stringify({
        summary: 'It says what a night in the harbour costs.',
        questions: ['How much is the mooring fee a night?', 'Who invented the submarine telegraph?'],
      }),
    );
    const made = await server.client.post(`/api/items/${itemId}/summary`, {});
    expect(made).toEqual({
      summary: 'It says what a night in the harbour costs.',
      questions: ['How much is the mooring fee a night?'],
      modelId: 'own/chat',
    });
    // Cached: the model is not asked again.
    server.small(() => 'no');
    expect(await server.client.post(`/api/items/${itemId}/summary`, {})).toEqual(made);
  });

  it('lists what was cited from it', async () => {
    const played = await server.play([
      [searchCall('mooring fee')],
      [{ text: 'The mooring fee is 40 crowns a night [1].' }],
    ]);
    const { rows } = await server.client.get<{ rows: unknown[] }>(`/api/items/${itemId}/citations`);
    expect(rows).toMatchObject([
      {
        conversationId: played.conversationId,
        verdict: 'supported',
        passage: expect.stringContaining('40 crowns'),
      },
    ]);
  });
});
