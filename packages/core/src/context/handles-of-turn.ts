import type { PastTurn } from '../messages/chat-message.js';

/** Every handle under which something of a turn can be read: files, long input, results, the transcript. */
export function handlesOfTurn({ user, assistant }: PastTurn): string[] {
  const handles: string[] = [];
  for (const file of user.files) if (file.descriptor) handles.push(file.descriptor);
  if (user.descriptor) handles.push(user.descriptor);
  for (const step of assistant?.steps ?? []) {
    for (const call of step.calls) if (call.descriptor) handles.push(call.descriptor);
  }
  if (assistant?.descriptor) handles.push(assistant.descriptor);
  return handles;
}
