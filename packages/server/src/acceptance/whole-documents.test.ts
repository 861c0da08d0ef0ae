import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TurnView } from '@ibid/core/turn-view';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startLoginServer } from './login-server.js';

const MANUAL = `# Pilot manual

## Fees

The pilot fee of the harbour is 40 crowns for each vessel that the pilot brings in.

## Currents

The narwhal channel of the harbour may be entered by a vessel only at slack water with a pilot.

## Night

At night the pilot of a vessel in the narwhal channel keeps two lamps lit.
`;

let folder: string;
let started: Awaited<ReturnType<typeof startLoginServer>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-whole-'));
  started = await startLoginServer({ dataFolder: folder });
});

afterAll(async () => {
  await started.server.close();
  await rm(folder, { recursive: true });
});

describe('KB-13 all of a document, without a language model', () => {
  it('is read part by part, counted, and each part is cited', async () => {
    const { client } = await started.add('ada');
    const { id } = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Harbour' });
    const form = new FormData();
    form.append('files', new Blob([MANUAL]), 'pilot-manual.md');
    form.append('files', new Blob(['# Crew\n\nThe cook sleeps aft.\n']), 'crew.md');
    const { body } = await client.send<{ jobId: string }>('POST', `/api/knowledge-bases/${id}/uploads`, form);
    await vi.waitFor(
      async () => expect(await client.get(`/api/jobs/${body.jobId}`)).toMatchObject({ state: 'done' }),
      { timeout: 600_000, interval: 200 },
    );
    const answerTo = async (question: string) => {
      const conversation = await client.newConversation();
      const turn = await client.ask(conversation.id, question);
      await client.events(turn.turnId);
      const { messages } = await client.get<{ messages: { view?: TurnView }[] }>(
        `/api/conversations/${conversation.id}/messages`,
      );
      const answer = messages.at(-1)?.view?.blocks.find((block) => block.kind === 'text' && !block.narration);
      if (answer?.kind !== 'text') throw new Error('There is no answer.');
      return answer;
    };
    const summary = await answerTo('Summarise the Pilot manual');
    expect(summary.text).toMatch(/I read all .*“Pilot manual”/u);
    expect(summary.text).not.toContain('cook');
    expect(summary.citations.length).toBeGreaterThan(0);
    expect(summary.citations.every(({ verdict }) => verdict === 'supported')).toBe(true);

    const mentions = await answerTo('List every mention of the narwhal channel');
    expect(mentions.text).toContain('found 2 sentences with it');
    expect(mentions.text).toContain('slack water');
    expect(mentions.text).toContain('two lamps');
    expect(mentions.citations.map(({ verdict }) => verdict)).toEqual(['supported', 'supported']);
  });
});
