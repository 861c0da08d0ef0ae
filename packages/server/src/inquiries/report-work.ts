import { originItemId } from '@ibid/core/internal';
import type { Viewer } from '@ibid/retrieval';
import { hiddenItems } from '@ibid/store/internal';
import type { Inquiry, ReportBudget, ReportInput, ReportWork, WrittenSection } from '@ibid/store/internal';
import type { Storage } from '../services.js';

export const NO_REPORT: ReportWork = {
  sections: [],
  used: { steps: 0, tokens: 0, costUsd: null },
  contradictions: [],
  isDone: false,
};

export const DEFAULT_BUDGET: ReportBudget = { steps: 120, tokens: 400_000 };

export const reportWork = ({ work }: Inquiry<'report'>): ReportWork => ({
  ...NO_REPORT,
  ...work,
});

/** A withheld section, with the reason. */
export const withheldSection = (section: WrittenSection, error: string): WrittenSection => ({
  ...section,
  state: 'failed',
  text: '',
  citations: [],
  claims: [],
  chunkIds: [],
  error,
});

/** Sections that still belong to the plan; the others answer questions that were changed or removed. */
export function keptSections({ plan }: ReportInput, { sections }: ReportWork): WrittenSection[] {
  return plan.flatMap(({ id, question }) =>
    sections.filter((section) => section.id === id && section.question === question),
  );
}

/** The documents that a section depends on: those it quotes, and those whose tables it calculated from. */
export const restsOn = ({ citations }: WrittenSection): string[] =>
  citations.flatMap(({ itemId }) => (itemId === null ? [] : originItemId(itemId)));

/** Whether a section depends on a document that was deleted or is hidden from this user. */
export async function restsOnUnseen(
  { database }: Storage,
  viewer: Viewer,
  section: WrittenSection,
): Promise<boolean> {
  return (await hiddenItems({ db: database.db, viewer, itemIds: restsOn(section) })).size > 0;
}
