import { randomUUID } from 'node:crypto';
import { originItemId, type Source, type TurnHandle } from '@ibid/core/internal';
import type { Principal } from '../auth/principal.js';
import { NotFound } from '../errors/index.js';
import { hiddenItems } from '@ibid/store/internal';
import type { Answering, Storage } from '../services.js';
import { withholdSource } from '../sharing/withhold.js';
import type { AnswerEnd } from './answer-events.js';
import { ChatMessageSchema } from './chat-request.js';
import type { CallerMessage } from './chat-request.js';
import { toChatMessages } from './responses-request.js';
import type { ResponsesRequest } from './responses-request.js';

/** Loads what a request continues from, and stores its answer for further requests. */
export async function responseChain(
  services: Storage & Answering,
  principal: Principal,
  request: ResponsesRequest,
) {
  const previousId = request.previous_response_id ?? null;
  const before = previousId === null ? null : await services.responses.chain(principal.user.id, previousId);
  if (previousId !== null && !before)
    throw new NotFound(
      `There is no stored response ${previousId}. Send the whole input instead.`,
      'previous_response_not_found',
    );
  const id = `resp_${randomUUID().replaceAll('-', '')}`;
  const own = toChatMessages({ ...request, instructions: null });
  const instructions: CallerMessage[] = request.instructions
    ? [{ role: 'system', content: request.instructions }]
    : [];
  const isStored = request.store !== false;
  return {
    id,
    previousResponseId: previousId,
    isStored,
    sources: before ? await shownOf(services, principal, before.sources) : ([] as Source[]),
    messages: [...instructions, ...ChatMessageSchema.array().parse(before?.messages ?? []), ...own],
    async keep(handle: TurnHandle, end: AnswerEnd): Promise<void> {
      if (!isStored) return;
      const { ledger } = await handle.result;
      await services.responses.save({
        id,
        userId: principal.user.id,
        previousId,
        messages: [...own, ...answerMessages(end)],
        sources: ledger.sources,
      });
    },
  };
}

/** With current rights: titles of withdrawn documents are not shown again. */
async function shownOf(
  { database }: Storage,
  { viewer }: Principal,
  sources: readonly Source[],
): Promise<Source[]> {
  const hidden = await hiddenItems({
    db: database.db,
    viewer,
    itemIds: sources.map(({ itemId }) => originItemId(itemId)),
  });
  return sources.map((source) =>
    withholdSource(source, { hides: (itemId) => hidden.has(originItemId(itemId)) }),
  );
}

function answerMessages(end: AnswerEnd): CallerMessage[] {
  if (end.calls.length === 0) return [{ role: 'assistant', content: end.said }];
  const calls = end.calls.map((call) => ({
    id: call.callId,
    function: { name: call.toolName, arguments: call.input },
  }));
  return [{ role: 'assistant', content: end.said, tool_calls: calls }];
}
