import type { TurnStep } from '../messages/chat-message.js';

/**
 * What is stored under a turn's handle (CTX-12): the question, the calls with the handles of their results, the
 * narration, and the answer so far.
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
