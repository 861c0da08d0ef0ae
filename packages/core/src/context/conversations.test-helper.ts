import fc from 'fast-check';
import type {
  AttachedFile,
  PastTurn,
  ToolCallRecord,
  TurnStep,
  UserMessage,
} from '../messages/chat-message.js';
import type { StepContext } from './context-input.js';
import {
  answerMessage,
  chunkOf,
  fileOf,
  inputOf,
  modelWithRoom,
  searchTool,
  userMessage,
} from './context.test-helper.js';

/** Words, other scripts, marks, lone surrogates and text that looks like syntax, in any mix. */
const words = fc.oneof(
  { weight: 6, arbitrary: fc.lorem({ maxCount: 12 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '契約の解除は三か月前',
      'Kündigungsfrist',
      '\ud83d\ude00',
      '\udc00',
      '<|endoftext|>',
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
);

const text = fc.array(words, { minLength: 1, maxLength: 6 }).map((list) => list.join(' '));
const longText = fc
  .tuple(text, fc.integer({ min: 1, max: 12 }))
  .map(([piece, times]) => `${piece}\n`.repeat(times));

const file: fc.Arbitrary<Partial<AttachedFile>> = fc.oneof(
  longText.map((contents) => ({ text: contents, tokens: Math.ceil(contents.length / 4) })),
  fc.constant({ text: null, state: 'too_large' as const, tokens: 900_000 }),
  fc.constant({ text: null, state: 'unreadable' as const, tokens: null, reason: 'It is encrypted.' }),
  fc.constant({ text: '', tokens: 0 }),
);

const chunk = fc.record({
  item: fc.integer({ min: 1, max: 12 }),
  chunk: fc.integer({ min: 1, max: 6 }),
  text: fc.oneof({ weight: 8, arbitrary: longText }, { weight: 1, arbitrary: fc.constant(null) }),
  score: fc.oneof(
    { weight: 8, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
});

interface CallShape {
  chunks: { item: number; chunk: number; text: string | null; score: number | null }[] | null;
  text: string;
  finished: boolean;
  isError: boolean;
  isPage: boolean;
}

const call: fc.Arbitrary<CallShape> = fc.record({
  chunks: fc.option(fc.array(chunk, { maxLength: 8 }), { nil: null }),
  text: longText,
  finished: fc.integer({ min: 0, max: 9 }).map((value) => value > 0),
  isError: fc.boolean(),
  isPage: fc.boolean(),
});

const steps = fc.array(
  fc.record({
    narration: fc.oneof(fc.constant(''), text),
    calls: fc.array(call, { minLength: 1, maxLength: 3 }),
  }),
  {
    maxLength: 4,
  },
);

function stepsFrom(
  shapes: { narration: string; calls: CallShape[] }[],
  prefix: string,
  next: () => string,
): TurnStep[] {
  return shapes.map((shape, step) => ({
    reasoning: '',
    narration: shape.narration,
    calls: shape.calls.map((one, index): ToolCallRecord => {
      const base = {
        callId: `${prefix}-${step}-${index}`,
        toolName: one.chunks ? 'search_content' : 'run',
        input: { step, index },
      };
      if (!one.finished) return base;
      const outcome = one.chunks
        ? {
            text: '',
            chunks: one.chunks.map(({ item, chunk: id, ...rest }) =>
              chunkOf(`item-${item}`, `${id}`, { ...rest, ordinal: id }),
            ),
          }
        : { text: one.text, isError: one.isError, isDescriptorPage: one.isPage };
      return { ...base, outcome, descriptor: next() };
    }),
  }));
}

const userShape = fc.record({
  text,
  files: fc.array(file, { maxLength: 2 }),
  images: fc.integer({ min: 0, max: 1 }),
});

function userFrom(
  number: number,
  shape: { text: string; files: Partial<AttachedFile>[]; images: number },
  next: () => string,
): UserMessage {
  return userMessage(number, {
    text: shape.text,
    descriptor: next(),
    files: shape.files.map((one, index) => fileOf(`${number}-${index}`, { ...one, descriptor: next() })),
    images: Array.from({ length: shape.images }, (_, index) => ({
      fileId: `image-${number}-${index}`,
      name: 'photo.jpg',
      mediaType: 'image/jpeg',
      width: 600,
      height: 400,
      data: new Uint8Array(2),
    })),
  });
}

/** Whole conversations with agents, projects, files, images, calls, summaries and reminders, in windows of any size. */
export const conversations: fc.Arbitrary<StepContext> = fc
  .record({
    past: fc.array(fc.record({ user: userShape, steps, answer: text, answered: fc.boolean() }), {
      maxLength: 8,
    }),
    current: userShape,
    steps,
    agent: fc.boolean(),
    project: fc.option(fc.array(file, { minLength: 1, maxLength: 3 }), { nil: null }),
    reminder: fc.option(text, { nil: null }),
    summary: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
    room: fc.integer({ min: 400, max: 12_000 }),
    vision: fc.boolean(),
    last: fc.boolean(),
    tools: fc.boolean(),
  })
  .map((shape) => {
    let handle = 0;
    const next = () => `fd:${(handle += 1)}`;
    const pastTurns = shape.past.map((turn, index): PastTurn => {
      const user = userFrom(index + 1, turn.user, next);
      const done = stepsFrom(turn.steps, `past-${index}`, next);
      const assistant = turn.answered
        ? answerMessage(index + 1, { answer: turn.answer, steps: done, descriptor: next() })
        : answerMessage(index + 1, { answer: '', steps: done, status: 'failed', descriptor: next() });
      return { user, assistant };
    });
    const number = pastTurns.length + 1;
    return inputOf({
      model: modelWithRoom(shape.room, { vision: shape.vision }),
      agent: shape.agent
        ? {
            id: 'agent',
            prompt: 'Be brief and exact.',
            replaceSystemPrompt: false,
            reminder: 'Mind the dates.',
          }
        : null,
      project: shape.project
        ? {
            id: 'p',
            name: 'Project',
            instructions: null,
            files: shape.project.map((one, index) => fileOf(`p-${index}`, one)),
          }
        : null,
      pastTurns,
      summary:
        shape.summary === null
          ? null
          : { text: 'They spoke about contracts [1].', coversTurns: shape.summary },
      current: { user: userFrom(number, shape.current, next), steps: stepsFrom(shape.steps, 'now', next) },
      tools: shape.tools ? [searchTool] : [],
      isLastStep: shape.last,
      userReminder: shape.reminder,
    });
  });
