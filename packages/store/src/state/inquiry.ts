import type { AnswerClaim, Citation, Contradiction } from '@ibid/core/internal';
import type { ReportPart } from '@ibid/retrieval/internal';

/** The scope of an inquiry; empty lists: everything that the user may see and has switched on. */
export interface InquiryScope {
  knowledgeBaseIds: string[];
  itemIds: string[];
}

/** Two passages that contradict each other by the rules, with a language model's opinion. */
export type JudgedContradiction = Contradiction & {
  opinion?: { isContradiction: boolean; reason: string; modelId: string };
};

/** The input of a contradiction search. */
export interface ContradictionInput extends InquiryScope {
  /** Queries whose results are compared; empty: all documents are. */
  topics: string[];
  /** The answer that the claims come from. */
  turnId: string | null;
}

/** Progress, stored so that an interrupted job can continue. */
export interface ContradictionWork {
  found: JudgedContradiction[];
  /** Null: everything is compared. */
  next: number | null;
  documents: number;
  statements: number;
  compared: number;
  isCut: boolean;
  isDone: boolean;
}

/** Limits of a report; it starts nothing new once they are used up. */
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

/** A section that was researched and written. */
export interface WrittenSection {
  id: string;
  /** The question it answers; a changed one is written again. */
  question: string;
  /** `near`: no passage answers it directly; the closest ones are quoted. */
  state: 'done' | 'near' | 'nothing' | 'failed';
  text: string;
  citations: Citation[];
  claims: AnswerClaim[];
  /** All chunks found for it, cited or not. */
  chunkIds: string[];
  error: string | null;
}

/** Progress of a report, stored after every section. */
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
  /** The question and its scope. */
  input: InquiryKinds[Kind]['input'];
  /** The results so far; older ones lack newer fields. */
  work: Partial<InquiryKinds[Kind]['work']>;
  /** The current or last job; null: not started. */
  jobId: string | null;
  createdAt: string;
  updatedAt: string;
}

/** ANS-2, ANS-3: a question that takes more than a turn, with its results so far. It belongs to the user who asked. */
export type Inquiry<Kind extends InquiryKind = InquiryKind> = { [Each in Kind]: InquiryOf<Each> }[Kind];
