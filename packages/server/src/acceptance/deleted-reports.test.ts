import type { ContextReport } from '@ibid/core/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScriptedServer, searchCall } from './scripted-server.js';

let server: ScriptedServer;

beforeAll(async () => {
  server = await ScriptedServer.start();
});
afterAll(() => server.close());

const reportsOf = async (turnId: string) =>
  (await server.client.get<{ contextReports: ContextReport[] }>(`/api/turns/${turnId}`)).contextReports;

const partsOf = (reports: readonly ContextReport[], kind: string) =>
  reports.flatMap(({ parts }) => parts.filter((part) => part.kind === kind));

describe('ORG-3 of the context reports of a conversation that met a deleted document', () => {
  it('goes what may have its text; the rest stays, and so does everything that comes later', async () => {
    const base = await server.addBase('Boats', {
      'winch.md': '# Winch\n\nThe winch lifts 600 kilograms.\n',
      'gullwort.md': '# Gullwort\n\nThe gullwort key hangs in the zanzidrome.\n',
    });
    const { client } = server;
    const about = await server.play([[searchCall('winch lifts')], [{ text: 'It lifts 600 kilograms [1].' }]]);
    const { conversationId } = about;
    const next = async (steps: Parameters<ScriptedServer['play']>[0]) => {
      const { leafId } = await client.get<{ leafId: string }>(
        `/api/conversations/${conversationId}/messages`,
      );
      return server.play(steps, { conversationId, parentMessageId: leafId });
    };
    const key = await next([
      [{ reasoning: 'The zanzidrome.' }, searchCall('where the key hangs')],
      [{ text: 'Somewhere [2].' }],
    ]);
    const thanks = await next([[{ text: 'You are welcome.' }]]);
    expect(JSON.stringify(await reportsOf(key.turnId))).toContain('zanzidrome');
    const before = await reportsOf(about.turnId);

    const items = await client.get<{ rows: { id: string; name: string }[] }>(
      `/api/knowledge-bases/${base}/items`,
    );
    const idOf = (file: string) => items.rows.find(({ name }) => name === file)?.id;
    expect((await client.send('DELETE', `/api/items/${idOf('gullwort.md')}`)).status).toBe(204);
    await expect.poll(async () => (await reportsOf(key.turnId)).length).toBe(2);

    // What came before it is whole.
    expect(await reportsOf(about.turnId)).toEqual(before);
    const reports = await reportsOf(key.turnId);
    expect(JSON.stringify(reports)).not.toMatch(/gullwort|zanzidrome/iu);
    expect(partsOf(reports, 'user')[0]?.text).toBe('What do the papers say?');
    const removed = partsOf(reports, 'tool-result').filter(({ text }) => text === '');
    expect(removed.length).toBeGreaterThan(0);
    for (const { reason, tokens } of removed) {
      expect(reason).toContain('a document was deleted');
      expect(tokens).toBeGreaterThan(0);
    }
    // Another turn of that time: the earlier call cannot have it.
    const other = await reportsOf(thanks.turnId);
    expect(partsOf(other, 'tool-call')[0]?.text).toContain('winch lifts');
    expect(partsOf(other, 'answer').at(-1)?.text).toContain('Somewhere [2].');
    expect(JSON.stringify(other)).not.toMatch(/gullwort|zanzidrome/iu);

    const later = await next([[searchCall('winch')], [{ text: 'It lifts 600 kilograms [1].' }]]);
    expect(await reportsOf(later.turnId)).toHaveLength(2);
    expect(partsOf(await reportsOf(later.turnId), 'tool-result').at(-1)?.text).toContain('600 kilograms');
    const { packets } = await client.events(later.turnId);
    expect(packets.map(({ type }) => type)).toContain('context-report');
    const cited = await client.get<{ rows: { conversationId: string }[] }>(
      `/api/items/${idOf('winch.md')}/citations`,
    );
    expect(cited.rows).toMatchObject([{ conversationId }, { conversationId }]);
  });
});
