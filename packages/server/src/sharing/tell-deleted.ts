import { answerClaims, originItemId } from '@ibid/core/internal';
import type { AnswerRepair } from '@ibid/core/internal';
import type { CitationView, TextBlock, TurnView } from '@ibid/core/turn-view';
import type { Services } from '../services.js';
import { WITHHELD } from './withheld.js';

/** Replaces a title. Unlike a withheld source, a deleted one is gone for everybody. */
const DELETED = 'This document was deleted.';

export const isDeletedTitle = (title: string | undefined): boolean => title === DELETED;

/** Whether a title is only a mark for something deleted or withheld. */
export const isOutOfSight = (title: string | undefined): boolean => title === DELETED || title === WITHHELD;

interface Told {
  itemId: string | null;
  title?: string;
}

/**
 * Finds out which withheld sources were deleted. Stored content uses a single mark, by which the engine recognises what
 * was removed; only the display distinguishes the two.
 */
export async function deletedAmong(
  { database }: Pick<Services, 'database'>,
  sources: readonly Told[],
): Promise<<Shown extends Told>(source: Shown) => Shown> {
  const ids = sources.flatMap(({ itemId, title }) =>
    title === WITHHELD && itemId !== null ? originItemId(itemId) : [],
  );
  if (ids.length === 0) return (source) => source;
  const rows = await database.db
    .selectFrom('deleted_items')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .execute();
  const deleted = new Set(rows.map(({ id }) => id));
  return (source) =>
    source.title === WITHHELD && source.itemId !== null && deleted.has(originItemId(source.itemId))
      ? { ...source, title: DELETED }
      : source;
}

/** The same for an answer: its citations, the claims that rest on them, and what its tools found. */
export async function tellDeleted(services: Pick<Services, 'database'>, view: TurnView): Promise<TurnView> {
  const told = await deletedAmong(
    services,
    view.blocks.flatMap((block): readonly Told[] => {
      if (block.kind === 'text') return [...block.citations, ...(block.repair?.first.citations ?? [])];
      return block.kind === 'tools' ? block.calls.flatMap(({ sources }) => sources) : [];
    }),
  );
  return {
    ...view,
    blocks: view.blocks.map((block) => {
      if (block.kind === 'text')
        return withoutVerdictsOfDeleted({
          ...block,
          citations: block.citations.map((citation) => toldCitation(told(citation))),
          ...(block.repair && {
            repair: withFirst(block.repair, (citation) => toldCitation(told(citation))),
          }),
        });
      if (block.kind !== 'tools') return block;
      return { ...block, calls: block.calls.map((call) => ({ ...call, sources: call.sources.map(told) })) };
    }),
  };
}

/** What the check found at the time would pass for a proof, which nobody can look at any more. */
function toldCitation(citation: CitationView): CitationView {
  return isDeletedTitle(citation.title)
    ? { ...citation, passage: null, score: null, verdict: null, isDeleted: true }
    : citation;
}

function withFirst(repair: AnswerRepair, told: (citation: CitationView) => CitationView): AnswerRepair {
  return { ...repair, first: { ...repair.first, citations: repair.first.citations.map(told) } };
}

/** A claim whose proof was deleted can no longer be checked, whatever the check found at the time. */
function withoutVerdictsOfDeleted(block: TextBlock): TextBlock {
  const isGone = ({ title }: { title?: string }) => isDeletedTitle(title);
  const gone = new Set(block.citations.filter(isGone).map(({ citationId }) => citationId));
  if (!block.claims || gone.size === 0) return block;
  const now = new Map(
    answerClaims({ ...block, isGone }).map(({ range, verdict }) => [range.start, verdict] as const),
  );
  return {
    ...block,
    claims: block.claims.map((claim) =>
      claim.citationIds.some((id) => gone.has(id))
        ? { ...claim, verdict: now.get(claim.range.start) ?? 'gone' }
        : claim,
    ),
  };
}
