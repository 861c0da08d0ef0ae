import type { AnswerClaim, Citation, Contradiction } from '@ibid/core/internal';
import type { ReportPart } from '@ibid/retrieval/internal';

/** What an inquiry looks through; empty lists: all that the person may see and has switched on. */
export interface InquiryScope {
  knowledgeBaseIds: string[];
  itemIds: string[];
}

/** Two passages that the rules hold against each other, and what a language model says of them. */
export type JudgedContradiction = Contradiction & {
  opinion?: { isContradiction: boolean; reason: string; modelId: string };
};

/** Where contradictions are looked for. */
export interface ContradictionInput extends InquiryScope {
  /** Searches whose finds are compared; none: all documents are. */
  topics: string[];
  /** The answer whose claims these are. */
  turnId: string | null;
}

/** How far it is, kept so that a job that is cut off continues. */
export interface ContradictionWork {
  found: JudgedContradiction[];
  /** Null: all is compared. */
  next: number | null;
  documents: number;
  statements: number;
  compared: number;
  isCut: boolean;
  isDone: boolean;
}

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
  /** What it was written for: a part that is changed is rewritten. */
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

interface InquiryKinds {
  contradictions: { input: ContradictionInput; work: ContradictionWork };
  report: { input: ReportInput; work: ReportWork };
}

export type InquiryKind = keyof InquiryKinds;

interface InquiryOf<Kind extends InquiryKind> {
  id: string;
  ownerId: string;
  kind: Kind;
  question: string;
  /** What is asked, of what. */
  input: InquiryKinds[Kind]['input'];
  /** What is done of it; fields that came later are missing in older ones. */
  work: Partial<InquiryKinds[Kind]['work']>;
  /** The job that does it, or did; null: it was not begun. */
  jobId: string | null;
  createdAt: string;
  updatedAt: string;
}

/** ANS-2, ANS-3: a question that takes more than a turn, with what it has found so far. It belongs to who asked it. */
export type Inquiry<Kind extends InquiryKind = InquiryKind> = { [Each in Kind]: InquiryOf<Each> }[Kind];
