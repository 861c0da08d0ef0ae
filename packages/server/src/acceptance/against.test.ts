import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScriptedServer, searchCall } from './scripted-server.js';

let server: ScriptedServer;

beforeAll(async () => {
  server = await ScriptedServer.start();
  await server.addBase('Papers', {
    'fees-2024.md': '# Fees of 2024\n\nThe mooring fee is 90 crowns a day.',
    'fees-2026.md': '# Fees of 2026\n\nThe mooring fee is 40 crowns a day.',
  });
});

afterAll(() => server.close());

describe('CIT-9 what speaks against a claim, on a real server', () => {
  it('is a source of its own, with a number that stays, its passage, a reason and a date', async () => {
    const { turnId, conversationId, answer } = await server.play([
      [{ ...searchCall('mooring fee'), input: { query: 'fees of 2024' } }],
      [{ text: 'The mooring fee is 90 crowns a day [1].' }],
    ]);
    const claim = answer.claims?.[0]?.text ?? '';
    const ask = () =>
      server.client.post<{ rows: { number: number; date: { of: string } }[] }>(
        `/api/turns/${turnId}/against`,
        {
          claim,
        },
      );
    const { rows } = await ask();
    expect(rows).toMatchObject([
      {
        title: 'Fees of 2026',
        passage: { text: 'The mooring fee is 40 crowns a day.' },
        date: { of: 'added' },
      },
    ]);
    const { cited, retrieved } = await server.client.get<
      Record<'cited' | 'retrieved', { number: number; title: string }[]>
    >(`/api/conversations/${conversationId}/sources`);
    expect([...cited, ...retrieved]).toContainEqual(
      expect.objectContaining({ number: rows[0]?.number, title: 'Fees of 2026' }),
    );
    expect((await ask()).rows).toEqual(rows);
  });

  it('refuses an empty claim and a turn that is not there', async () => {
    const { turnId } = await server.play([[{ text: 'Hello.' }]]);
    expect((await server.client.send('POST', `/api/turns/${turnId}/against`, { claim: ' ' })).status).toBe(
      400,
    );
    expect((await server.client.send('POST', '/api/turns/none/against', { claim: 'x' })).status).toBe(404);
  });
});
