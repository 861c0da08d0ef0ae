import type { PastTurn, TurnStep } from '../messages/chat-message.js';

const noSteps: readonly TurnStep[] = [];

/** All handles of a turn: files, long input, results, the transcript. */
export function handlesOfTurn(turn: PastTurn): string[] {
  const handles: string[] = [];
  addHandlesOfTurn(handles, turn);
  return handles;
}

export function addHandlesOfTurn(handles: string[], { user, assistant }: PastTurn): void {
  for (const file of user.files) if (file.descriptor) handles.push(file.descriptor);
  if (user.descriptor) handles.push(user.descriptor);
  for (const step of assistant?.steps ?? noSteps) {
    for (const call of step.calls) if (call.descriptor) handles.push(call.descriptor);
  }
  if (assistant?.descriptor) handles.push(assistant.descriptor);
}
