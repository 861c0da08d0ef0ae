import { assembleContext, firstStepInput } from '@ibid/core/internal';
import type { ContextReport, UserMessage } from '@ibid/core/internal';
import type { DescriptorStore } from '@ibid/core';
import { newId } from '@ibid/store/internal';
import type { Conversation } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import { Unprocessable } from '../errors/index.js';
import type { TurnWork } from '../services.js';
import { readSystemSettings } from '../settings/system-settings.js';
import { sourcesShownTo } from '../sharing/sources-shown-to.js';
import { withholdingFor } from '../sharing/withholding.js';
import { describeUserMessage, openDescriptors } from './open-descriptors.js';
import { openWorkspace } from './open-workspace.js';
import { prepareTurn } from './prepare-turn.js';
import { resolveTurn } from './resolve-turn.js';
import type { TurnRequest } from './turn-request.js';

/** What the first step of a turn would see (CTX-13), including handles and tools. Calls no model and stores nothing. */
export async function previewTurn(options: {
  services: TurnWork;
  principal: Principal;
  conversation: Conversation;
  request: TurnRequest & { systemPrompt?: string | undefined };
}): Promise<ContextReport> {
  const { services, principal, conversation, request } = options;
  const { particulars } = await resolveTurn({ services, principal, conversation, request });
  const branch = {
    conversationId: conversation.id,
    tree: particulars.tree,
    leafId: particulars.parentId,
    adding: [],
  };
  const { descriptors: settings } = await readSystemSettings(services.settings);
  const dry = dryStore(
    await services.database.db
      .selectFrom('descriptor_spaces')
      .select('next_number')
      .where('conversation_id', '=', conversation.id)
      .executeTakeFirst(),
  );
  const model = particulars.model.profile;
  const described = await describeUserMessage(services, {
    store: dry,
    user: { ...particulars.user, id: newId() },
    model,
    settings,
    keep: false,
  });
  const prepared = await prepareTurn(services, principal, particulars);
  const withholding = await withholdingFor(services, principal.viewer, conversation);
  const ledger = await sourcesShownTo(services, conversation.id, withholding);
  const { systemPrompt } = request;
  const context = systemPrompt === undefined ? {} : { systemPrompt: systemPrompt || null };
  const reportFor = (user: UserMessage) =>
    assembleContext(
      firstStepInput({
        context: { ...prepared.context, ...context },
        user,
        ledger,
        tools: prepared.tools,
        maxSteps: prepared.maxSteps,
        descriptors: openDescriptors(services, { ...branch, withholding }),
        workspace: openWorkspace(services, branch),
        assistantMessageId: newId(),
      }),
    ).report;
  try {
    const report = reportFor(described.user);
    const isUnkept = report.removals.some(({ kind, descriptor }) => kind === 'user' && descriptor === null);
    if (!isUnkept || !settings.enabled || described.user.descriptor) return report;
    // A message that has to make room gets a handle, however short it is.
    const origin = { kind: 'user-input' as const, messageId: described.user.id };
    const { name } = await dry.create({ content: described.user.text, origin });
    return reportFor({ ...described.user, descriptor: name });
  } catch (error) {
    throw new Unprocessable((error as Error).message, 'context_overflow');
  }
}

/** Returns the names that a store would assign next, and stores nothing. */
function dryStore(space: { next_number: number } | undefined): Pick<DescriptorStore, 'create'> {
  let next = space?.next_number ?? 1;
  return {
    create: async ({ content, origin }) => {
      const name = `fd:${next}`;
      next += 1;
      const sizes = { characters: content.length, lines: 0, bytes: 0 };
      return { name, version: 1, origin, ...sizes, category: 'text', createdAt: '', messageId: null };
    },
  };
}
