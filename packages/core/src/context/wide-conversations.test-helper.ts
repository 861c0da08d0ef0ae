import fc from 'fast-check';
import { descriptorTools } from '../descriptors/tools/descriptor-tools.js';
import { MemoryDescriptorStore } from '../descriptors/memory-descriptor-store.js';
import type {
  AttachedFile,
  AttachedImage,
  PastTurn,
  TurnStep,
  UserMessage,
} from '../messages/chat-message.js';
import { offeredTools } from '../turn/offered-tools.js';
import type { StepContext } from './context-input.js';
import {
  answerMessage,
  chunkOf,
  fileOf,
  inputOf,
  model,
  searchTool,
  stepOf,
  userMessage,
} from './context.test-helper.js';
import { packagedSystemPrompt } from './system-prompt.js';

const now = () => '2026-01-01T00:00:00Z';
const store = new MemoryDescriptorStore({ now });
/** The definitions as a turn sends them; they take most of a small window. */
export const realTools = [searchTool, ...offeredTools(descriptorTools({ store, workspace: null }))];

const scripts = [
  'The committee met and discussed the budget at length. ',
  '契約の解除は三か月前までに書面で通知しなければならない。',
  'سداد الإيجار مستحق في اليوم الأول من كل شهر. ',
  'किराया हर महीने की पहली तारीख को देय है। ',
  'Kündigungsfristen richten sich nach der Dauer des Mietverhältnisses.\n',
  '{"id": 7, "state": "<open>", "tags": ["a", "b"]},\n',
  '\u{1F600}\u{1F680}\u{1F9EA} ',
];

/** A text in one of several scripts, from empty to many pages; short ones are as frequent as long ones. */
const textUpTo = (most: number) =>
  fc
    .tuple(
      fc.constantFrom(...scripts),
      fc.integer({ min: 0, max: Math.ceil(Math.log2(most)) }),
      fc.double({ min: 0.5, max: 1, noNaN: true }),
    )
    .map(([script, power, share]) =>
      script.repeat(Math.ceil(most / script.length)).slice(0, Math.min(most, Math.floor(2 ** power * share))),
    );

const image = fc.record({
  width: fc.integer({ min: 10, max: 4000 }),
  height: fc.integer({ min: 10, max: 4000 }),
});

const userShape = fc.record({
  text: textUpTo(20_000),
  files: fc.oneof(
    { weight: 3, arbitrary: fc.array(textUpTo(8_000), { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.array(textUpTo(2_000), { minLength: 8, maxLength: 14 }) },
  ),
  images: fc.array(image, { maxLength: 3 }),
});

type UserShape = typeof userShape extends fc.Arbitrary<infer Shape> ? Shape : never;

const call = fc.oneof(
  fc.record({ chunks: fc.array(textUpTo(3_000), { minLength: 1, maxLength: 10 }) }),
  fc.record({ text: textUpTo(30_000) }),
  fc.record({ page: textUpTo(12_000) }),
  fc.record({ argument: textUpTo(6_000) }),
);

const steps = fc.array(fc.array(call, { minLength: 1, maxLength: 3 }), { maxLength: 4 });
type StepShapes = typeof steps extends fc.Arbitrary<infer Shape> ? Shape : never;

function userFrom(number: number, shape: UserShape, handle: () => string): UserMessage {
  return userMessage(number, {
    text: shape.text,
    descriptor: handle(),
    files: shape.files.map((text, index): AttachedFile =>
      fileOf(`${number}-${index}`, { text, tokens: text.length, descriptor: handle() }),
    ),
    images: shape.images.map((size, index): AttachedImage => ({
      fileId: `image-${number}-${index}`,
      name: `photo ${number}-${index}.jpg`,
      mediaType: 'image/jpeg',
      data: new Uint8Array(2),
      ...size,
    })),
  });
}

function stepsFrom(shapes: StepShapes, prefix: string, handle: () => string): TurnStep[] {
  return shapes.map((calls, step) =>
    stepOf(
      ...calls.map((one, index) => {
        const callId = `${prefix}-${step}-${index}`;
        if ('chunks' in one) {
          const chunks = one.chunks.map((text, rank) =>
            chunkOf(`item-${callId}-${rank}`, `${rank}`, { text: `${rank} ${text}`, score: 1 - rank / 20 }),
          );
          const input = { query: callId };
          return {
            callId,
            toolName: 'search_content',
            input,
            outcome: { text: '', chunks },
            descriptor: handle(),
          };
        }
        if ('page' in one)
          return {
            callId,
            toolName: 'read_fd',
            input: { fd: 'fd:1', start: index + 1 },
            outcome: { text: one.page, isDescriptorPage: true },
          };
        const [text, input] = 'text' in one ? [one.text, {}] : ['Done.', { content: one.argument }];
        return { callId, toolName: 'run', input, outcome: { text }, descriptor: handle() };
      }),
    ),
  );
}

export const windows = [2_048, 4_096, 8_192, 32_768, 131_072, 1_000_000] as const;

/** Files, images, tools and several scripts, in windows from 2,048 to a million tokens, as a turn hands them in. */
export const wideConversations: fc.Arbitrary<StepContext> = fc
  .record({
    past: fc.array(fc.record({ user: userShape, steps, answer: textUpTo(6_000), killed: fc.boolean() }), {
      maxLength: 5,
    }),
    user: userShape,
    steps,
    window: fc.constantFrom(...windows),
    vision: fc.boolean(),
    knownTokenizer: fc.boolean(),
    descriptorsEnabled: fc.integer({ min: 0, max: 4 }).map((value) => value > 0),
    agent: fc.boolean(),
    last: fc.boolean(),
  })
  .map((shape) => {
    let handle = 0;
    const next = () => `fd:${(handle += 1)}`;
    const pastTurns = shape.past.map((turn, index): PastTurn => {
      const number = index + 1;
      const user = userFrom(number, turn.user, next);
      const done = stepsFrom(turn.steps, `past-${index}`, next);
      const status = turn.killed ? 'interrupted' : 'complete';
      const answer = turn.killed ? '' : turn.answer;
      return { user, assistant: answerMessage(number, { answer, steps: done, status, descriptor: next() }) };
    });
    return inputOf({
      model: {
        ...model,
        contextWindow: shape.window,
        vision: shape.vision,
        tokenizer: shape.knownTokenizer ? 'o200k_base' : null,
      },
      systemPrompt: packagedSystemPrompt(),
      agent: shape.agent
        ? { id: 'agent', prompt: 'Be exact.', replaceSystemPrompt: false, reminder: null }
        : null,
      pastTurns,
      current: {
        user: userFrom(pastTurns.length + 1, shape.user, next),
        steps: stepsFrom(shape.steps, 'now', next),
      },
      tools: realTools,
      isLastStep: shape.last,
      descriptorsEnabled: shape.descriptorsEnabled,
    });
  });
