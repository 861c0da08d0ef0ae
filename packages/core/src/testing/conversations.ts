import type FastCheck from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type {
  AssistantMessage,
  PastTurn,
  ToolCallRecord,
  TurnStep,
  UserMessage,
} from '../messages/chat-message.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';

type Fc = typeof FastCheck;

const CREATED = '2026-01-02T03:04:05.000Z';
const WORDS = [
  'cat',
  'Ärger',
  '猫',
  'sleep',
  '[1]',
  '{"a":1}',
  'e\u0301',
  '👩‍🔬',
  '\n',
  'the',
  'of',
  '42',
  '<ref id="x">',
];

/**
 * Awkward text: several scripts, brackets, tags, line ends. Up to about `words` words.
 *
 * ```ts
 * import { textArbitrary } from '@ibid/core/testing/generators';
 * import fc from 'fast-check';
 *
 * fc.assert(fc.property(textArbitrary(fc), (text) => typeof text === 'string'));
 * ```
 */
export function textArbitrary(fc: Fc, words = 40): Arbitrary<string> {
  return fc.array(fc.constantFrom(...WORDS), { maxLength: words }).map((list) => list.join(' '));
}

/**
 * Chunks of a few items, with typical mistakes of tools: no score, no text, duplicates.
 *
 * ```ts
 * import { chunksArbitrary } from '@ibid/core/testing/generators';
 * import fc from 'fast-check';
 *
 * fc.assert(fc.property(chunksArbitrary(fc), (chunks) => chunks.length <= 6));
 * ```
 */
export function chunksArbitrary(fc: Fc, maxLength = 6): Arbitrary<RetrievedChunk[]> {
  const chunk = fc.record({
    item: fc.nat({ max: 5 }),
    chunk: fc.nat({ max: 3 }),
    text: fc.option(textArbitrary(fc), { freq: 5 }),
    score: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 5 }),
  });
  return fc.array(chunk, { maxLength }).map((list) =>
    list.map((one) => ({
      itemId: `item-${one.item}`,
      chunkId: `${one.chunk}`,
      title: `Item ${one.item}`,
      text: one.text,
      score: one.score,
    })),
  );
}

/**
 * Turns of one branch, oldest first: plain ones, ones with calls, stopped and failed ones, one without an answer.
 *
 * ```ts
 * import { pastTurnsArbitrary } from '@ibid/core/testing/generators';
 * import fc from 'fast-check';
 *
 * fc.assert(fc.property(pastTurnsArbitrary(fc), (turns) => turns.length <= 6));
 * ```
 */
export function pastTurnsArbitrary(fc: Fc, maxLength = 6): Arbitrary<PastTurn[]> {
  const call = fc.record({
    chunks: chunksArbitrary(fc),
    text: textArbitrary(fc, 20),
    finished: fc.boolean(),
    isError: fc.boolean(),
  });
  const step = fc.record({ narration: textArbitrary(fc, 8), calls: fc.array(call, { maxLength: 3 }) });
  const turn = fc.record({
    question: textArbitrary(fc, 30),
    answer: textArbitrary(fc, 60),
    steps: fc.array(step, { maxLength: 3 }),
    status: fc.constantFrom('complete', 'stopped', 'failed', 'interrupted'),
    answered: fc.boolean(),
  });
  return fc.array(turn, { maxLength }).map((turns) =>
    turns.map((one, index): PastTurn => {
      const user: UserMessage = {
        role: 'user',
        id: `user-${index}`,
        text: one.question,
        files: [],
        images: [],
        createdAt: CREATED,
      };
      if (!one.answered) return { user, assistant: null };
      const assistant: AssistantMessage = {
        role: 'assistant',
        id: `assistant-${index}`,
        turnId: `turn-${index}`,
        answer: one.answer,
        status: one.status,
        createdAt: CREATED,
        steps: one.steps.map((entry, stepIndex): TurnStep => ({
          reasoning: '',
          narration: entry.narration,
          calls: entry.calls.map((given, callIndex): ToolCallRecord => ({
            callId: `call-${index}-${stepIndex}-${callIndex}`,
            toolName: 'search',
            input: { query: 'q' },
            ...(given.finished
              ? {
                  descriptor: `fd:${index * 100 + stepIndex * 10 + callIndex + 1}`,
                  outcome: given.isError
                    ? { text: given.text, isError: true }
                    : { text: '', chunks: given.chunks },
                }
              : {}),
          })),
        })),
      };
      return { user, assistant };
    }),
  );
}
