// The same turn for all: one tool call, then an answer of 400 chunks with 12 citations.
export const CHUNKS = 400;
export const TOOL = 'search';
export const QUESTION = 'What did the teams measure, and what did they find?';
export const SYSTEM = 'Answer from the documents and cite them by number in square brackets.';

const sentence = 'Several teams measured their results over the last year and found small but steady gains.';
export const documents = Array.from({ length: 5 }, (_, index) => ({
  document: index + 1,
  title: `Report ${index + 1}`,
  contents: `${sentence} Report ${index + 1} lists ${10 + index} of them. `.repeat(6).trim(),
}));

/** The same documents as returned by a search tool of Ibid. */
export const chunks = documents.map(({ title, contents }, index) => ({
  itemId: title,
  chunkId: '1',
  title,
  text: contents,
  score: 1 - index / 10,
}));

const words =
  'several teams measured their results over the last year and found small but steady gains'.split(' ');
export const answer = Array.from({ length: CHUNKS }, (_, index) => {
  const place = index % 33;
  if (place === 32) return `[${(Math.floor(index / 33) % 5) + 1}]. `;
  return `${words[index % words.length]} `;
});
/** The same answer with other source numbers. */
const shiftedAnswers = new Map();
function shifted(shift) {
  if (!shiftedAnswers.has(shift)) {
    shiftedAnswers.set(
      shift,
      answer.map((piece) => piece.replace(/\[(\d)\]/, (_, number) => `[${Number(number) + shift}]`)),
    );
  }
  return shiftedAnswers.get(shift);
}
export const answerText = answer.join('');

const usageV4 = {
  inputTokens: { total: 900, noCache: 900, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: CHUNKS, text: CHUNKS, reasoning: undefined },
};

/** A LanguageModelV4 whose parts are all available at once, so only the loop around it is measured. */
export function fakeModelV4({ shift = 0 } = {}) {
  let requests = 0;
  return {
    specificationVersion: 'v4',
    provider: 'fake',
    modelId: 'fake',
    supportedUrls: {},
    doGenerate: async () => {
      throw new Error('not used');
    },
    doStream: async () => ({ stream: partStream(requests++ % 2 === 0, shift ? shifted(shift) : answer) }),
  };
}

export function partStream(isCall, pieces = answer) {
  return new ReadableStream({
    start(controller) {
      controller.enqueue({ type: 'stream-start', warnings: [] });
      if (isCall) {
        const input = JSON.stringify({ query: QUESTION });
        controller.enqueue({ type: 'tool-input-start', id: 'call-1', toolName: TOOL });
        controller.enqueue({ type: 'tool-input-delta', id: 'call-1', delta: input });
        controller.enqueue({ type: 'tool-input-end', id: 'call-1' });
        controller.enqueue({ type: 'tool-call', toolCallId: 'call-1', toolName: TOOL, input });
      } else {
        controller.enqueue({ type: 'text-start', id: 'text-1' });
        for (const delta of pieces) controller.enqueue({ type: 'text-delta', id: 'text-1', delta });
        controller.enqueue({ type: 'text-end', id: 'text-1' });
      }
      const unified = isCall ? 'tool-calls' : 'stop';
      controller.enqueue({ type: 'finish', finishReason: { unified, raw: unified }, usage: usageV4 });
      controller.close();
    },
  });
}
