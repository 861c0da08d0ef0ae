import { answerBalance, answerFound, describeBalance } from '@ibid/core/internal';
import type { AnswerBalance, AnswerFound } from '@ibid/core/internal';
import { assembleReport } from '@ibid/retrieval/internal';
import type { Inquiry, WrittenSection } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import type { Jobs, KnowledgeAccess, Research, Storage } from '../services.js';
import { inquiryWithJob } from './inquiry-jobs.js';
import { keptSections, reportWork, restsOnUnseen, withheldSection } from './report-work.js';
import { seenContradictions } from './seen-contradictions.js';

/** A report as its owner may currently see it, without anything from documents that are now hidden (KB-5). */
export async function reportView(
  services: KnowledgeAccess & Jobs & Research & Storage,
  principal: Principal,
  asked: Inquiry<'report'>,
) {
  const { inquiry, job } = await inquiryWithJob(services, asked);
  const { input } = inquiry;
  const work = reportWork(inquiry);
  const written = await Promise.all(
    keptSections(input, work).map((section) => seenSection(services, principal, section)),
  );
  const { sections: assembled, sources, balance } = assembleReport(written);
  const sections = input.plan.map(({ id, title, question }) => {
    const section = written.find((one) => one.id === id);
    const shown = assembled.find((one) => one.id === id);
    return {
      id,
      title,
      question,
      state: section?.state ?? (work.isDone ? ('left-out' as const) : ('planned' as const)),
      text: shown?.text ?? '',
      citations: [...(shown?.citations ?? [])],
      claims: [...(shown?.claims ?? [])],
      balance: withWords(shown?.balance ?? answerBalance([]), answerFound(shown?.text ?? '')),
      error: section?.error ?? null,
      isWithheld: section?.error === OUT_OF_SIGHT,
    };
  });
  const { knowledgeBaseIds, itemIds, modelId, budget } = input;
  return {
    id: inquiry.id,
    question: inquiry.question,
    knowledgeBaseIds,
    itemIds,
    modelId,
    job,
    isDone: work.isDone,
    budget,
    used: work.used,
    sections,
    sources,
    balance: withWords(balance, foundBy(sections)),
    notFound: sections.flatMap(({ title, question, state, error, isWithheld }) => {
      if (isWithheld) return [];
      const reason = state === 'failed' && error ? error : REASONS[state];
      return reason === undefined ? [] : [{ title, question, reason }];
    }),
    contradictions: await seenContradictions(services, principal.viewer, work.contradictions),
    createdAt: inquiry.createdAt,
    updatedAt: inquiry.updatedAt,
  };
}

export type ReportView = Awaited<ReturnType<typeof reportView>>;

const REASONS: Record<string, string | undefined> = {
  near: 'Nothing answers this outright; what comes closest is quoted.',
  nothing: 'The documents do not answer this.',
  failed: 'It could not be looked up.',
  'left-out': 'The budget was used up before it.',
};

const OUT_OF_SIGHT =
  'The documents behind this were deleted, or are no longer shared with you. Write it again from what you may see.';

const withWords = (balance: AnswerBalance, found: AnswerFound) => ({
  ...balance,
  isGrounded: true,
  found,
  text: describeBalance(balance, { isGrounded: true, found }) ?? '',
});

/** Sums up the sections: a report in which none answers its question is no answer, however well it quotes. */
function foundBy(sections: readonly { state: string }[]): AnswerFound {
  const lacking = sections.filter(({ state }) => state in REASONS).length;
  if (lacking === 0) return 'yes';
  return sections.some(({ state }) => state === 'done') ? 'in part' : 'no';
}

/** A section that quotes a document which the user may no longer see is withheld as a whole. */
async function seenSection(
  services: Storage,
  { viewer }: Principal,
  section: WrittenSection,
): Promise<WrittenSection> {
  return (await restsOnUnseen(services, viewer, section)) ? withheldSection(section, OUT_OF_SIGHT) : section;
}
