import type { ToolCallRecord, TurnStep } from '@ibid/core/internal';
import type { TurnView } from '@ibid/core/turn-view';

/**
 * The engine's record of a turn that was cut off before it could hand one over, from what had been streamed. Reasoning
 * signatures are not in it; the next turn does not need them. Texts of found documents are where `withPassages` looks.
 */
export function stepsOfView(view: TurnView): { steps: TurnStep[]; answer: string } {
  const steps: TurnStep[] = [];
  let reasoning = '';
  let text = '';
  let answer = '';
  for (const block of view.blocks) {
    if (block.kind === 'reasoning') reasoning += block.text;
    // The claims of an answer may be looked into by a call that comes after it.
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
