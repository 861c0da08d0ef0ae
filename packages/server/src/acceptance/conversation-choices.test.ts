import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScriptedServer, searchCall } from './scripted-server.js';

let server: ScriptedServer;
let harbour: string;
let museum: string;

beforeAll(async () => {
  server = await ScriptedServer.start();
  harbour = await server.addBase('Harbour', { 'fees.md': '# Fees\n\nThe mooring fee is 40 crowns.' });
  museum = await server.addBase('Museum', { 'hours.md': '# Hours\n\nThe museum opens at nine.' });
});

afterAll(() => server.close());

interface Row {
  role: string;
  asked: { scope: string[]; agentId: string | null };
}

describe('WEB-9 what applies to a conversation', () => {
  const turn = (text: string) => [[searchCall('fee')], [{ text }]];
  const messagesOf = async (id: string) =>
    (await server.client.get<{ messages: Row[] }>(`/api/conversations/${id}/messages`)).messages;

  it('limits every question to its scope, until it is widened, and each message tells its own', async () => {
    const { id } = await server.client.post<{ id: string }>('/api/conversations', { scope: [museum] });
    const first = await server.play(turn('Nothing about a fee.'), { conversationId: id });
    const found = JSON.stringify(first.view.blocks);
    expect(found).not.toContain('mooring fee');
    const [question, answer] = await messagesOf(id);
    expect(question?.asked).toEqual({ scope: [museum], agentId: null });
    expect(answer?.asked).toEqual({ scope: [museum], agentId: null });

    const changed = await server.client.send('PATCH', `/api/conversations/${id}`, { scope: [] });
    expect(changed.body).toMatchObject({ scope: [] });
    const last = first.packets.find((packet) => packet.type === 'turn-start');
    const second = await server.play(turn('The mooring fee is 40 crowns [1].'), {
      conversationId: id,
      ...(last?.type === 'turn-start' ? { parentMessageId: last.assistantMessageId } : {}),
    });
    expect(JSON.stringify(second.view.blocks)).toContain('The mooring fee is 40 crowns.');
    const rows = await messagesOf(id);
    expect(rows.map((row) => row.asked.scope)).toEqual([[museum], [museum], [], []]);
  });

  it('is not changed by one question that names another scope, nor by asking the same again', async () => {
    const { id } = await server.client.post<{ id: string }>('/api/conversations', { scope: [museum] });
    const played = await server.play(turn('The mooring fee is 40 crowns [1].'), {
      conversationId: id,
      scope: [harbour],
    });
    expect(JSON.stringify(played.view.blocks)).toContain('The mooring fee is 40 crowns.');
    await server.client.post(`/api/turns/${played.turnId}/retry`, {});
    expect(await server.client.get(`/api/conversations/${id}`)).toMatchObject({
      scope: [museum],
      modelId: null,
    });
  });

  it('pins a conversation without making it look newer', async () => {
    const { id } = await server.client.post<{ id: string }>('/api/conversations', { title: 'Kept' });
    const before = await server.client.get(`/api/conversations/${id}`);
    await server.client.send('PATCH', `/api/conversations/${id}`, { isPinned: true });
    const list = async (query: string) =>
      (await server.client.get<{ rows: { id: string }[] }>(`/api/conversations?${query}`)).rows.map(
        (row) => row.id,
      );
    expect(await list('pinned=true')).toEqual([id]);
    expect(await list('pinned=false')).not.toContain(id);
    expect(await server.client.get(`/api/conversations/${id}`)).toEqual({ ...before, isPinned: true });
  });
});
