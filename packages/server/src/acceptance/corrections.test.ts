import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScriptedServer, searchCall } from './scripted-server.js';

let server: ScriptedServer;

interface Found {
  rows: { title: string; corrected?: { typed: string; found: string }[] }[];
  corrections: { typed: string; found: string[] }[];
}

beforeAll(async () => {
  server = await ScriptedServer.start();
  await server.addBase('Ship', {
    'steering.md': '# Steering\n\nThe rudder was repaired in Bergen in 1931 by two carpenters.',
    'galley.md': '# Galley\n\nThe cook serves fish soup on Fridays.',
  });
});

afterAll(() => server.close());

describe('KB-3 a correction is told', () => {
  const find = (body: object) =>
    server.client.post<Found>('/api/search', { query: 'ruder', mode: 'keyword', ...body });

  it('by the search, with a way back', async () => {
    const found = await find({});
    expect(found.corrections).toEqual([{ typed: 'ruder', found: ['rudder'] }]);
    expect(found.rows).toMatchObject([
      { title: 'Steering', corrected: [{ typed: 'ruder', found: 'rudder' }] },
    ]);
    expect(await find({ exact: true })).toEqual({ rows: [], corrections: [] });
    expect(await find({ query: '"ruder"' })).toEqual({ rows: [], corrections: [] });
    expect((await find({ query: 'rudder' })).corrections).toEqual([]);
  });

  it('by the search tool, in what the model reads and the page shows', async () => {
    const { packets } = await server.play([
      [searchCall('Who repaired the ruder?')],
      [{ text: 'Two carpenters repaired the rudder [1].' }],
    ]);
    const result = packets.find((packet) => packet.type === 'tool-result');
    expect(result).toMatchObject({
      figures: {
        corrected: [{ typed: 'ruder', found: ['rudder'] }],
        note: expect.stringContaining('Searched for “rudder” instead of “ruder”.'),
      },
    });
  });
});
