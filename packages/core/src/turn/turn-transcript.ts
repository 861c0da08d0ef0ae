import type { TurnStep } from '../messages/chat-message.js';

/**
 * What a turn's handle keeps (CTX-12): the question, the calls with the handles of their results, what was said between
 * them, and the answer as far as it got.
 */
export function turnTranscript(turn: {
  question: string;
  steps: readonly TurnStep[];
  answer: string;
}): string {
  const steps = turn.steps.flatMap(({ narration, calls }) => [
    ...(narration.trim() === '' ? [] : [narration]),
    ...calls.map(
      (call) =>
        `Call of ${call.toolName} with ${JSON.stringify(call.input)}${call.descriptor ? `; result in ${call.descriptor}` : ''}`,
    ),
  ]);
  return [`Question: ${turn.question}`, ...steps, `Answer: ${turn.answer}`].join('\n\n');
}
