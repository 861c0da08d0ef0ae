import type { ToolCallRecord, TurnStep } from '@ibid/core/internal';
import type { TurnView } from '@ibid/core/turn-view';

/**
 * Rebuilds the engine's record of an interrupted turn from what was streamed. It lacks reasoning signatures, which the
 * next turn does not need. `withPassages` adds the texts of found documents.
 */
export function stepsOfView(view: TurnView): { steps: TurnStep[]; answer: string } {
  const steps: TurnStep[] = [];
  let reasoning = '';
  let text = '';
  let answer = '';
  for (const block of view.blocks) {
    if (block.kind === 'reasoning') reasoning += block.text;
    // Recognised by its claims, since a call that examines them may follow the answer.
    else if (block.kind === 'text' && block.claims) answer += block.text;
    else if (block.kind === 'text') text += block.text;
    else {
      const calls = block.calls.map((call): ToolCallRecord => ({
        callId: call.callId,
        toolName: call.toolName,
        input: call.input ?? call.inputText,
        ...(call.result
          ? {
              outcome: { text: call.result.text, isError: call.result.isError },
              ...(call.result.descriptor ? { descriptor: call.result.descriptor } : {}),
            }
          : {}),
      }));
      steps.push({ reasoning, narration: text, calls });
      reasoning = '';
      text = '';
    }
  }
  return { steps, answer: answer + text };
}
