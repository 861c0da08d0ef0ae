import { checkPackets } from '@ibid/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScriptedServer, searchCall } from './scripted-server.js';

let server: ScriptedServer;
const prompts: string[] = [];
const first =
  'The mooring fee is 90 crowns a day [1]. The crane lifts 12 tonnes. The pilot speaks nine languages [1].';
const repaired = 'The mooring fee is 40 crowns a day [1]. The crane lifts 12 tonnes [2].';

beforeAll(async () => {
  server = await ScriptedServer.start();
  await server.addBase('Papers', {
    'harbour.md': '# Harbour\n\nThe mooring fee is 40 crowns a day.',
    'crane.md': '# Crane\n\nThe crane lifts 12 tonnes.',
  });
  server.small((prompt) => {
    if (!prompt.includes('Claim 1:')) return 'A title';
    prompts.push(prompt);
    return `Here you are: [
      {"claim": 1, "action": "correct", "sentence": "The mooring fee is 40 crowns a day [1].", "reason": "It is 40."},
      {"claim": 2, "action": "remove", "reason": "No passage says so."}, {"claim": "x"}]`;
  });
});

afterAll(() => server.close());

const script = () => [
  [{ ...searchCall('mooring fee'), input: { query: 'mooring fee', top_k: 1 } }],
  [{ text: first }],
];

describe('CIT-8 a repair, on a real server', () => {
  it('is off by default', async () => {
    const { answer } = await server.play(script());
    expect(answer).toMatchObject({ text: first });
    expect(answer).not.toHaveProperty('repair');
    expect(prompts).toEqual([]);
  });

  it('cites, corrects and takes out; the first version, the difference and the usage are kept', async () => {
    await server.set({ repair: true });
    const { answer, packets, conversationId, view } = await server.play(script());
    expect(checkPackets(packets)).toEqual([]);
    expect(answer).toMatchObject({
      text: repaired,
      claims: [{ verdict: 'supported' }, { verdict: 'supported' }],
      repair: {
        first: { text: first, claims: [{ verdict: 'unsupported' }, { verdict: 'uncited' }, {}] },
        changes: [
          { kind: 'corrected', reason: 'It is 40.' },
          { kind: 'cited' },
          { kind: 'removed', after: null },
        ],
      },
    });
    expect(prompts).toHaveLength(1);
    expect(prompts[0]).toContain('40 crowns a day');
    expect(view.blocks.map(({ kind }) => kind)).toEqual(['tools', 'text', 'tools']);
    const messages = await server.client.get<{ messages: { text: string; balance?: { text: string } }[] }>(
      `/api/conversations/${conversationId}/messages`,
    );
    expect(messages.messages.at(-1)).toMatchObject({
      text: repaired,
      balance: { text: 'Checked against the sources: 2 of 2 claims supported' },
    });
    // Its call is part of the turn: sources keep their numbers, and the next turn continues from what was found.
    const { cited } = await server.client.get<{ cited: { number: number; title: string }[] }>(
      `/api/conversations/${conversationId}/sources`,
    );
    expect(cited).toMatchObject([
      { number: 1, title: 'Harbour' },
      { number: 2, title: 'Crane' },
    ]);
    const leaf = (
      await server.client.get<{ leafId: string }>(`/api/conversations/${conversationId}/messages`)
    ).leafId;
    const next = await server.play([[{ text: 'The crane lifts 12 tonnes [2].' }]], {
      conversationId,
      parentMessageId: leaf,
    });
    expect(next.answer.citations).toMatchObject([{ number: 2, verdict: 'supported' }]);
  });

  it('is left out where a request says so, and made where it asks for it', async () => {
    const plain = await server.play(script(), { review: { repair: false } });
    expect(plain.answer).not.toHaveProperty('repair');
    await server.set({});
    const asked = await server.play(script(), { review: { repair: true } });
    expect(asked.answer.repair?.changes).toHaveLength(3);
  });

  it('gives OpenAI clients the repaired answer, and those that read a stream the corrections', async () => {
    await server.set({ repair: true });
    const ask = async (stream: boolean) => {
      server.lay(script());
      return server.client.send<{ choices: { message: { content: string; annotations: unknown[] } }[] }>(
        'POST',
        '/v1/chat/completions',
        { model: 'own/chat', stream, messages: [{ role: 'user', content: 'What do the papers say?' }] },
      );
    };
    const { body } = await ask(false);
    expect(body.choices[0]?.message).toMatchObject({
      content: repaired,
      annotations: [{ url_citation: { verdict: 'supported' } }, { url_citation: { verdict: 'supported' } }],
    });
    const streamed = JSON.stringify((await ask(true)).body);
    expect(streamed).toContain('Corrections:');
    expect(streamed).toContain('Instead of');
  });
});

describe('CIT-9 what speaks against a whole answer, on a real server', () => {
  it('is found with every answer where that is set, as sources with numbers and dates', async () => {
    await server.set({ against: true });
    await server.addBase('Old papers', {
      'fees-2019.md': '---\ndate: 2019-03-01\n---\n\n# Fees of 2019\n\nThe mooring fee is 25 crowns a day.',
    });
    const { answer, packets, conversationId } = await server.play([
      [{ ...searchCall('mooring fee'), input: { query: 'harbour mooring fee 40', top_k: 1 } }],
      [{ text: 'The mooring fee is 40 crowns a day [1].' }],
    ]);
    expect(checkPackets(packets)).toEqual([]);
    expect(answer.against).toMatchObject([
      {
        claim: 'The mooring fee is 40 crowns a day [1].',
        rows: [
          { number: 2, title: 'Fees of 2019', passage: { text: 'The mooring fee is 25 crowns a day.' } },
        ],
      },
    ]);
    expect(answer.against?.[0]?.rows[0]?.date?.value).toBeTruthy();
    const { cited, retrieved } = await server.client.get<
      Record<'cited' | 'retrieved', { number: number; title: string }[]>
    >(`/api/conversations/${conversationId}/sources`);
    expect([...cited, ...retrieved]).toContainEqual(
      expect.objectContaining({ number: 2, title: 'Fees of 2019' }),
    );
  });
});
