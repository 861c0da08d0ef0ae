import { classifyProviderError, giveSecondOpinions, type OpenCitation } from '@ibid/core/internal';
import type { Citation } from '@ibid/core';
import type { TextBlock } from '@ibid/core/turn-view';
import { type Conversation, knowledgeSourceReader, type TurnRow } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import { Conflict, Unprocessable, UpstreamFailed } from '../errors/index.js';
import type { Conversations, KnowledgeAccess, ModelWork, Storage } from '../services.js';
import { withholdingFor } from '../sharing/withholding.js';
import type { SmallModel } from './ask-about-claims.js';
import { secondOpinion } from './second-opinion.js';
import { smallModel } from './small-model.js';

/**
 * CIT-8, for an existing answer: asks about weak and unsupported claims without an opinion yet. The opinions are stored
 * with the answer, as if they had come with it.
 */
export async function opinionOnRequest(
  services: ModelWork & Storage & Conversations,
  principal: Principal,
  { conversation, turn }: { conversation: Conversation; turn: TurnRow },
): Promise<Citation[]> {
  if (turn.status === 'running') throw new Conflict('The answer is still being written.');
  const small = await smallModel(services, principal, conversation.id);
  if (!small)
    throw new Unprocessable(
      'There is no language model to ask. Choose one for small tasks under Settings, Models.',
      'no_language_model',
    );
  const model = small('second-opinion');
  const opinions = new Map<string, Citation>();
  const open = await doubtful(services, principal, { conversation, turn, note: opinions });
  try {
    await giveSecondOpinions(open, secondOpinion(model));
  } catch (error) {
    throw new UpstreamFailed(failureOf(error, model));
  }
  if (opinions.size > 0) await keep(services, turn, opinions);
  return [...opinions.values()];
}

const failureOf = (error: unknown, { model, modelId }: SmallModel) =>
  classifyProviderError({
    error,
    provider: model.provider,
    modelId,
    now: Date.now(),
    afterFirstToken: false,
  });

async function doubtful(
  services: Conversations & KnowledgeAccess & Storage,
  principal: Principal,
  asked: { conversation: Conversation; turn: TurnRow; note: Map<string, Citation> },
): Promise<OpenCitation[]> {
  const { conversation, turn, note } = asked;
  const withholding = await withholdingFor(services, principal.viewer, conversation);
  const { sources } = await services.sources.load(conversation.id);
  const read = knowledgeSourceReader({ store: services.knowledge.reader, viewer: principal.viewer });
  const open: OpenCitation[] = [];
  for (const block of await answersOf(services, turn))
    for (const citation of block.citations) {
      const { citationId, itemId, passage, verdict } = citation;
      if (citation.secondOpinion || itemId === null || !isDoubtful(verdict)) continue;
      const claim = block.claims?.find(({ citationIds }) => citationIds.includes(citationId))?.text;
      const source = sources.find(({ number }) => number === citation.number);
      if (!claim || !source || withholding?.hides(itemId) === true) continue;
      const chunks = await read({ source, claim });
      // Attached files, web pages and tool results are in no knowledge base; the answer contains their passage.
      const shown = passage && { itemId, chunkId: '', title: source.title, score: null, text: passage.text };
      open.push({
        citation,
        claim,
        chunks: chunks.length > 0 || !shown ? chunks : [shown],
        refined: (_, after) => note.set(citationId, after),
      });
    }
  return open;
}

const isDoubtful = (verdict: Citation['verdict']) => verdict === 'weak' || verdict === 'unsupported';

async function answersOf(services: Conversations, turn: TurnRow): Promise<TextBlock[]> {
  const message = await services.messages.get(turn.conversationId, turn.assistantMessageId);
  const blocks = message?.content.view?.blocks ?? [];
  return blocks.filter((block): block is TextBlock => block.kind === 'text' && !block.narration);
}

/** Reads the answer again: asking takes a while, and it may have changed meanwhile. */
async function keep(
  services: Conversations,
  turn: TurnRow,
  opinions: ReadonlyMap<string, Citation>,
): Promise<void> {
  const message = await services.messages.get(turn.conversationId, turn.assistantMessageId);
  if (!message?.content.view) return;
  const { view } = message.content;
  const blocks = view.blocks.map((block) =>
    block.kind === 'text' && !block.narration
      ? {
          ...block,
          citations: block.citations.map((citation) => {
            const { secondOpinion: opinion } = opinions.get(citation.citationId) ?? {};
            return opinion ? { ...citation, secondOpinion: opinion } : citation;
          }),
        }
      : block,
  );
  // Increase the cursor, so pages that still show the streamed view replace it with the stored one.
  const changed = { ...view, blocks, seq: view.seq + 1 };
  await services.messages.update(message.id, { content: { ...message.content, view: changed } });
}
