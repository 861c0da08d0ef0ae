import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { expect, it } from 'vitest';
import { extractiveModel } from './extractive-model.js';

/** Of sentences with the same words, only one is quoted, so each has words of its own. */
const BARGES = [
  'loaded with timber',
  'under tow at night',
  'that carries salt',
  'with a pilot aboard',
  'beside the granary',
];
const pier = (text: string) => /Pier (\d)/u.exec(text)?.[1];
const found = {
  documents: BARGES.map((barge, at) => ({
    document: at + 1,
    title: `Pier ${at}`,
    contents: `Pier ${at} charges ${at + 2}40 crowns for mooring a barge ${barge}.`,
  })),
};
const prompt: LanguageModelV4Prompt = [
  { role: 'user', content: [{ type: 'text', text: 'List what every pier charges for mooring a barge.' }] },
  {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'retrieve_context', input: { query: 'x' } }],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'c',
        toolName: 'retrieve_context',
        output: { type: 'text', value: JSON.stringify(found) },
      },
    ],
  },
];

it('OPS-3 lets others have their turn after each document it reads and each quote it gives', async () => {
  let turn = 0;
  let isOver = false;
  const next = () => {
    turn += 1;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  const read = new Map<number, Set<string>>();
  const terms = (text: string) => {
    const one = text.includes('charges') ? pier(text) : undefined;
    if (one !== undefined) read.set(turn, (read.get(turn) ?? new Set()).add(one));
    return text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  };
  const { stream } = await extractiveModel({ terms }).doStream({ prompt });
  expect(new Set([...read.values()].flatMap((piers) => [...piers])).size).toBe(BARGES.length);
  expect(Math.max(...[...read.values()].map((piers) => piers.size))).toBe(1);
  const marked: number[] = [];
  for await (const part of stream)
    if (part.type === 'text-delta' && part.delta.includes(']')) marked.push(turn);
  isOver = true;
  expect(marked.length).toBeGreaterThan(2);
  expect(new Set(marked).size).toBe(marked.length);
});
