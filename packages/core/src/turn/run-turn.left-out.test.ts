import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MemoryDescriptorStore } from '../descriptors/memory-descriptor-store.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import { play } from './play.test-helper.js';
import { defineTool } from '../messages/tool.js';

const part = (number: number): RetrievedChunk => ({
  itemId: 'log',
  chunkId: String(number),
  title: 'Log',
  text: `Part ${number} of the log of the ship.`,
  score: 1 - number / 100,
});
const open = defineTool({
  name: 'open_log',
  description: 'Opens the log.',
  inputSchema: z.object({}),
  isSearch: true,
  execute: () =>
    Promise.resolve({ text: '', chunks: [part(0)], leftOut: [part(1), part(2)], figures: { parts: 3 } }),
});

describe('CTX-11 what a tool leaves out for lack of room', () => {
  it('is told to the model, in the report, and behind the handle of the result alone', async () => {
    const descriptors = new MemoryDescriptorStore({ now: () => '2026-01-02T03:04:05Z' });
    const { result, model, recorder } = await play({
      script: [[{ call: 'open_log', input: {} }], [{ text: 'It is a log [1].' }]],
      tools: [open],
      descriptors,
      context: { descriptorsEnabled: true },
    });
    const handle = result.steps[0]?.calls[0]?.descriptor ?? '';
    expect(await descriptors.read(handle)).toContain('Part 2 of the log of the ship.');
    const asked = JSON.stringify(model.requests[1]?.prompt);
    expect(asked).toContain(`2 further parts; the whole result is ${handle}`);
    expect(asked).not.toContain('Part 2 of');
    expect(result.contextReports.at(-1)?.removals).toContainEqual(
      expect.objectContaining({
        kind: 'tool-result',
        descriptor: handle,
        reason: 'open_log left out 2 parts for lack of room',
      }),
    );
    expect(JSON.stringify([result.steps, recorder.packets])).not.toContain('Part 2 of');
  });

  it('is said to be left out where handles are off', async () => {
    const { model } = await play({
      script: [[{ call: 'open_log', input: {} }], [{ text: 'It is a log [1].' }]],
      tools: [open],
    });
    expect(JSON.stringify(model.requests[1]?.prompt)).toMatch(/"left_out\\*":\\*"2 further parts\\*"/u);
  });
});
