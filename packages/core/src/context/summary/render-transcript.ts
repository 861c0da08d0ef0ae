import type { PastTurn } from '../../messages/chat-message.js';
import { handleRanges } from '../handle-ranges.js';
import { handlesOfTurn } from '../handles-of-turn.js';

/** Characters of one long message that go into the summary request; the whole text stays under its handle. */
const MESSAGE_CHARACTERS = 6000;

/** One past turn as plain text for the model that writes the summary. */
export function renderTranscript(turn: PastTurn): string {
  const { user, assistant } = turn;
  const lines = [`Person: ${bounded(user.text)}`];
  if (user.files.length > 0) lines.push(`Attached: ${user.files.map((file) => file.name).join(', ')}`);
  const calls = assistant?.steps.flatMap((step) => step.calls) ?? [];
  for (const call of calls) {
    const handle = call.descriptor ? ` -> ${call.descriptor}` : '';
    lines.push(`Call: ${call.toolName}(${bounded(JSON.stringify(call.input))})${handle}`);
  }
  if (assistant?.answer) lines.push(`Assistant: ${bounded(assistant.answer)}`);
  const handles = handlesOfTurn(turn);
  if (handles.length > 0) lines.push(`Handles: ${handleRanges(handles)}`);
  return lines.join('\n');
}

function bounded(text: string): string {
  if (text.length <= MESSAGE_CHARACTERS) return text;
  const half = MESSAGE_CHARACTERS / 2;
  const left = text.length - 2 * half;
  return `${text.slice(0, half)}\n[… ${left} characters …]\n${text.slice(-half)}`;
}
