import type { AnswerClaim, Citation } from '@ibid/core/internal';
import type { ReportPart } from '@ibid/retrieval/internal';
import type { Inquiry } from '@ibid/store/internal';
import type { JudgedContradiction } from './confirm-contradictions.js';
import type { InquiryScope } from './knowledge-of-inquiry.js';

/** What a report may take; it begins nothing more once that is used up. */
export interface ReportBudget {
  steps: number;
  tokens: number;
}

export interface PlannedPart extends ReportPart {
  id: string;
}

export interface ReportInput extends InquiryScope {
  plan: PlannedPart[];
  budget: ReportBudget;
  modelId: string | null;
}

/** A part that was looked up and written. */
export interface WrittenSection {
  id: string;
  /** What it was written for: a part that is changed is written anew. */
  question: string;
  /** `near`: nothing answers it outright, and what comes closest is quoted. */
  state: 'done' | 'near' | 'nothing' | 'failed';
  text: string;
  citations: Citation[];
  claims: AnswerClaim[];
  /** What was found for it, cited or not. */
  chunkIds: string[];
  error: string | null;
}

/** What is done of a report, kept after every section. */
export interface ReportWork {
  sections: WrittenSection[];
  used: ReportBudget & { costUsd: number | null };
  contradictions: JudgedContradiction[];
  isDone: boolean;
}

export const NO_REPORT: ReportWork = {
  sections: [],
  used: { steps: 0, tokens: 0, costUsd: null },
  contradictions: [],
  isDone: false,
};

export const DEFAULT_BUDGET: ReportBudget = { steps: 120, tokens: 400_000 };

export const reportInput = ({ input }: Inquiry) => input as unknown as ReportInput;

export const reportWork = ({ work }: Inquiry): ReportWork => ({
  ...NO_REPORT,
  ...(work as unknown as Partial<ReportWork>),
});

/** A section of which nothing may be told any more, and why. */
export const withheldSection = (section: WrittenSection, error: string): WrittenSection => ({
  ...section,
  state: 'failed',
  text: '',
  citations: [],
  claims: [],
  chunkIds: [],
  error,
});

/** Sections that still belong to the plan; the others are of questions that were changed or taken out. */
export function keptSections({ plan }: ReportInput, { sections }: ReportWork): WrittenSection[] {
  return plan.flatMap(({ id, question }) =>
    sections.filter((section) => section.id === id && section.question === question),
  );
}
