import type { TokenUsage } from '@ibid/core/internal';

/** AGR-1: the kind of evidence a question needs. */
export type QuestionClass = 'aggregate' | 'list' | 'targeted' | 'exploratory';

/** AGR-1: the class of a question, and what decided it. */
export interface Classification {
  class: QuestionClass;
  /** ISO 639-1, or null if unknown. */
  language: string | null;
  /** Knowledge bases to try first. A hint, not a filter. */
  suggestedKnowledgeBaseIds: string[];
  decidedBy: 'rules' | 'model' | 'fallback';
  /** The reason in a few words, for the trajectory. */
  reason: string;
  usage: TokenUsage;
}
