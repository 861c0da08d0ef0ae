import { emptyTurnView } from '@ibid/core/turn-view';
import type { TurnRequest } from '../api/turns.js';
import type {
  AssistantMessageRow,
  FileRow,
  Message,
  MessageBranch,
  StartedTurn,
  UserMessageRow,
} from '../api/types.js';

/** The branch as it will be once the server lists the turn just started, which avoids flicker. */
export function optimisticBranch(options: {
  branch: MessageBranch | undefined;
  turn: StartedTurn;
  request: TurnRequest;
  files: FileRow[];
  now: string;
}): MessageBranch {
  const { turn, request, now } = options;
  const before = options.branch?.messages ?? [];
  const regenerated = before.find((message) => message.id === request.regenerateOf);
  const parentId = request.parentMessageId ?? null;
  const kept =
    regenerated === undefined
      ? upTo(before, parentId)
      : upTo(before, regenerated.role === 'user' ? regenerated.id : regenerated.parentId);
  const replaced = before[kept.length];
  const asked = { scope: request.scope ?? [], agentId: request.agentId ?? null };
  const user: UserMessageRow = {
    role: 'user',
    id: turn.userMessageId,
    parentId,
    siblings: [...(replaced?.siblings ?? []), turn.userMessageId],
    createdAt: now,
    text: request.text,
    files: options.files,
    asked,
  };
  const assistant: AssistantMessageRow = {
    role: 'assistant',
    id: turn.assistantMessageId,
    parentId: turn.userMessageId,
    siblings: [...(regenerated?.role === 'assistant' ? regenerated.siblings : []), turn.assistantMessageId],
    createdAt: now,
    text: '',
    turnId: turn.turnId,
    asked,
    status: 'running',
    view: emptyTurnView(turn.turnId),
    balance: null,
  };
  return {
    messages: regenerated === undefined ? [...kept, user, assistant] : [...kept, assistant],
    leafId: turn.assistantMessageId,
    runningTurnId: turn.turnId,
  };
}

function upTo(messages: Message[], id: string | null): Message[] {
  if (id === null) return [];
  const position = messages.findIndex((message) => message.id === id);
  return position < 0 ? messages : messages.slice(0, position + 1);
}
