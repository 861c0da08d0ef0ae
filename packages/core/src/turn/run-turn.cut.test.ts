import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PacketRecorder, startFakeOpenAIServer, testTurnOptions } from '../testing/index.js';
import { runTurn } from './run-turn.js';
import type { TurnResult } from './turn-result.js';
import { search } from './tools.test-helper.js';

/** The bytes of each response of one turn, recorded from a server: a call, then the answer. */
const recorded: Uint8Array[] = [];
const apiKey = 'right-key-1234567890';
let closeServer = async (): Promise<void> => {};
let respond: typeof fetch;
/** One for all turns: making it takes as long as a third of a turn. */
let model: ReturnType<ReturnType<typeof createOpenAICompatible>['chatModel']>;

beforeAll(async () => {
  const server = await startFakeOpenAIServer({ apiKey });
  closeServer = () => server.close();
  const provider = createOpenAICompatible({
    name: 'fake',
    baseURL: server.url,
    apiKey,
    includeUsage: true,
    fetch: (url, init) => respond(url, init),
  });
  model = provider.chatModel('fake/tools=1,tokens=2,cite=1');
  const { result } = ask(async (url, init) => {
    const response = await fetch(url, init);
    const bytes = new Uint8Array(await response.arrayBuffer());
    recorded.push(bytes);
    return replay(bytes, bytes.length, 'ends');
  });
  await result;
});
afterAll(() => closeServer());

type Ending = 'ends' | 'breaks';

function replay(bytes: Uint8Array, length: number, ending: Ending): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (length > 0) controller.enqueue(bytes.slice(0, length));
      if (ending === 'ends') controller.close();
    },
    // Fails only after the bytes before it have been read, as on a connection.
    pull(controller) {
      controller.error(new TypeError('terminated'));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

/** Turns follow each other, so that each has its own answers. */
function ask(answer: typeof fetch) {
  respond = answer;
  const recorder = new PacketRecorder();
  const turn = runTurn(
    testTurnOptions({
      model,
      tools: [search],
      onPacket: recorder.record,
      retry: {
        maxAttempts: 1,
        initialDelayMilliseconds: 0,
        factor: 1,
        maxDelayMilliseconds: 0,
        maxRetryAfterMilliseconds: 0,
      },
    }),
  );
  return { recorder, result: turn.result };
}

/** Plays the recorded responses, with that of the given step cut off after `length` bytes. */
function askCut(step: number, length: number, ending: Ending) {
  let requests = 0;
  return ask(async () => {
    const number = requests++;
    const bytes = recorded[number] as Uint8Array;
    return number === step ? replay(bytes, length, ending) : replay(bytes, bytes.length, 'ends');
  });
}

/** Problems of a turn whose stream was cut off; empty if there are none. */
function problemsOf(options: {
  result: TurnResult;
  recorder: PacketRecorder;
  whole: TurnResult;
  before: TurnResult | null;
}): string[] {
  const { result, recorder, whole, before } = options;
  const problems = [...recorder.problems];
  const say = (isWrong: boolean, problem: string) => {
    if (isWrong) problems.push(problem);
  };
  say(recorder.answerText !== result.shownAnswer, 'what is saved is not what was streamed');
  say(!whole.answer.startsWith(result.answer), 'the answer is another one');
  say(result.answer.length < (before?.answer.length ?? 0), 'more of the stream gave less of the answer');
  if (result.status === 'complete') {
    say(result.answer !== whole.answer, 'a complete turn has the whole answer');
    return problems;
  }
  // After the finish part, the rest of the stream does not matter.
  say(before?.status === 'complete', 'a shorter stream was enough');
  say(result.status !== 'failed', `the turn is ${result.status}`);
  say(
    !['stream_interrupted', 'unavailable'].includes(result.error?.code ?? ''),
    `code ${result.error?.code}`,
  );
  say(result.error?.retryable !== true, 'it cannot be retried');
  say(recorder.of('error').length !== 1, 'there is not one error packet');
  return problems;
}

describe('FLOW-9 a stream that is cut off', () => {
  it.each([
    ['at every byte of the answer', 1, 'breaks', 1],
    ['at every seventh byte of the answer', 1, 'ends', 7],
    ['at every seventh byte of the call before it', 0, 'breaks', 7],
  ] as const)('%s (step %d, the connection %s)', async (_, step, ending, stride) => {
    const whole = await askCut(-1, 0, 'ends').result;
    expect(whole).toMatchObject({ status: 'complete' });
    expect(recorded).toHaveLength(2);
    const bytes = recorded[step] as Uint8Array;
    let before: TurnResult | null = null;
    for (let length = 0; length < bytes.length; length += stride) {
      const { recorder, result: pending } = askCut(step, length, ending);
      const result: TurnResult = await pending;
      const problems = problemsOf({ result, recorder, whole, before });
      if (step === 1 && result.steps[0]?.calls[0]?.outcome?.chunks?.length !== 1)
        problems.push('the call that had ended is lost');
      if (problems.length > 0) expect({ length, problems }).toEqual({ length, problems: [] });
      before = result;
    }
    expect((await askCut(step, Math.floor(bytes.length / 3), ending).result).status).toBe('failed');
    expect(await askCut(-1, 0, 'ends').result).toMatchObject({ status: 'complete', answer: whole.answer });
  });
});
