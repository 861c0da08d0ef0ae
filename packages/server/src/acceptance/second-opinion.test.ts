import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScriptedServer, searchCall } from './scripted-server.js';

let server: ScriptedServer;
const prompts: string[] = [];

beforeAll(async () => {
  server = await ScriptedServer.start();
  await server.addBase('Papers', { 'harbour.md': '# Harbour\n\nThe mooring fee is 40 crowns a day.' });
  server.small((prompt) => {
    if (!prompt.includes('Claim 1:')) return 'A title';
    prompts.push(prompt);
    return 'Here it is: [{"claim": 1, "verdict": "unsupported", "reason": "The fee is 40 crowns, not 90."}, {"claim": "x"}]';
  });
});

afterAll(() => server.close());

const play = () =>
  server.play([[searchCall('mooring fee')], [{ text: 'The mooring fee is 90 crowns a day [1].' }]]);

describe('CIT-8 the second opinion of the model for small tasks', () => {
  it('is off by default', async () => {
    expect((await play()).answer.citations[0]).not.toHaveProperty('secondOpinion');
    expect(prompts).toEqual([]);
  });

  it('is asked once an answer where it is switched on, kept with the citation and counted as usage', async () => {
    await server.set({ secondOpinion: true });
    const { answer } = await play();
    expect(answer.citations).toMatchObject([
      {
        verdict: 'unsupported',
        secondOpinion: {
          verdict: 'unsupported',
          reason: 'The fee is 40 crowns, not 90.',
          modelId: 'own/chat',
        },
      },
    ]);
    expect(prompts).toHaveLength(1);
    expect(prompts[0]).toContain('40 crowns a day');
    const sure = await server.play([
      [searchCall('mooring fee')],
      [{ text: 'The mooring fee is 40 crowns a day [1].' }],
    ]);
    expect(sure.answer.citations).toMatchObject([{ verdict: 'supported' }]);
    expect(prompts).toHaveLength(1);
  });

  it('is given on request for an answer that is there, stored with it, and not asked for twice', async () => {
    await server.set({ secondOpinion: false });
    prompts.length = 0;
    const { conversationId, turnId, view } = await play();
    const opinion = { verdict: 'unsupported', reason: 'The fee is 40 crowns, not 90.', modelId: 'own/chat' };
    const asked = await server.client.post<{ rows: unknown[] }>(`/api/turns/${turnId}/opinion`, {});
    expect(asked.rows).toMatchObject([{ verdict: 'unsupported', secondOpinion: opinion }]);
    expect(prompts).toHaveLength(1);
    expect(prompts[0]).toContain('40 crowns a day');
    const { messages } = await server.client.get<{ messages: { view?: typeof view }[] }>(
      `/api/conversations/${conversationId}/messages`,
    );
    const stored = messages.at(-1)?.view;
    expect(stored?.blocks.at(-1)).toMatchObject({ citations: [{ secondOpinion: opinion }] });
    expect(stored?.seq).toBeGreaterThan(view.seq);
    expect(await server.client.post(`/api/turns/${turnId}/opinion`, {})).toEqual({ rows: [] });
    expect(prompts).toHaveLength(1);
  });

  it('says that the model failed, and changes nothing', async () => {
    server.small(() => {
      throw new Error('The model is out to lunch.');
    });
    const { turnId } = await play();
    const answer = await server.client.send('POST', `/api/turns/${turnId}/opinion`, {});
    expect(answer.status).toBe(502);
  });
});
