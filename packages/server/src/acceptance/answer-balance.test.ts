import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScriptedServer, searchCall } from './scripted-server.js';

let server: ScriptedServer;

beforeAll(async () => {
  server = await ScriptedServer.start();
  await server.addBase('Papers', {
    'harbour.md': '# Harbour\n\nThe mooring fee is 40 crowns. All vessels leave before nightfall.',
  });
});

afterAll(() => server.close());

describe('CIT-7 the balance of an answer on a real server', () => {
  it('is in packets, in the stored turn, in the API and in both exports', async () => {
    const text =
      'The mooring fee is 40 crowns [1]. The quay was built in 1887. The fee was raised in 2020 [9].';
    const played = await server.play([[searchCall('mooring fee')], [{ text }]]);
    const claims = [
      { verdict: 'supported', citationIds: ['c1-1'] },
      { verdict: 'uncited', text: 'The quay was built in 1887.', citationIds: [] },
      { verdict: 'unknown' },
    ];
    expect(played.packets.find(({ type }) => type === 'claims')).toMatchObject({ claims, isGrounded: true });
    expect(played.answer).toMatchObject({ claims, isGrounded: true });
    const words = 'Checked against the sources: 1 of 3 claims supported, 1 with an unknown source, 1 uncited';
    const path = `/api/conversations/${played.conversationId}`;
    const { messages } = await server.client.get<{ messages: unknown[] }>(`${path}/messages`);
    expect(messages.at(-1)).toMatchObject({
      balance: { claims: 3, supported: 1, unknown: 1, uncited: 1, weak: 0, isGrounded: true, text: words },
    });
    const exported = async (query: string) =>
      (await fetch(`${server.client.url}${path}/export${query}`)).text();
    expect(await exported('?format=json')).toContain(words);
    const markdown = await exported('');
    expect(markdown).toContain(`*${words}.*`);
    expect(markdown).toContain('Without a source:\n\n- The quay was built in 1887.');
    expect(markdown).toContain('- [1] Harbour');
    expect(markdown).toContain('- [9] *No source has this number*');
    expect(markdown).not.toContain('  > The mooring fee');
    expect(await exported('?quotes=true')).toContain('- [1] Harbour\n  > The mooring fee is 40 crowns.');
  });

  it('does not praise an answer that found nothing outright', async () => {
    const text =
      'I found nothing that answers this outright. What comes closest:\n\n- “The mooring fee is 40 crowns.” [1]';
    const { conversationId, turnId } = await server.play([[searchCall('mooring fee')], [{ text }]]);
    const words = 'No answer found; 1 quote that comes closest, checked against the source';
    const path = `/api/conversations/${conversationId}`;
    const { messages } = await server.client.get<{ messages: unknown[] }>(`${path}/messages`);
    expect(messages.at(-1)).toMatchObject({ turnId, balance: { supported: 1, found: 'no', text: words } });
    for (const query of ['', '?format=footnotes', '?format=html'])
      expect(await (await fetch(`${server.client.url}${path}/export${query}`)).text()).toContain(words);
  });

  it('says when nothing was searched and nothing cited, and leaves a greeting alone', async () => {
    const guess = await server.play([[{ text: 'The quay was built in 1887.' }]]);
    const balanceOf = async (id: string) => {
      const { messages } = await server.client.get<{ messages: { balance?: { text: string | null } }[] }>(
        `/api/conversations/${id}/messages`,
      );
      return messages.at(-1)?.balance?.text;
    };
    expect(await balanceOf(guess.conversationId)).toBe(
      'Answered without a search or a source: 1 claim uncited',
    );
    const greeting = await server.play([[{ text: 'Hello! How can I help you today?' }]]);
    expect(await balanceOf(greeting.conversationId)).toBeNull();
  });
});
