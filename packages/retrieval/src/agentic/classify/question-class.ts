import type { TokenUsage } from '@ibid/core/internal';

/** AGR-1. What kind of evidence a question needs. */
export type QuestionClass = 'aggregate' | 'list' | 'targeted' | 'exploratory';

/** AGR-1: what kind of question it is, and who decided so. */
export interface Classification {
  class: QuestionClass;
  /** ISO 639-1, or null when it is not known. */
  language: string | null;
  /** Knowledge bases to try first: a hint, never a filter. */
  suggestedKnowledgeBaseIds: string[];
  decidedBy: 'rules' | 'model' | 'fallback';
  /** Why, in a few words, for the trajectory. */
  reason: string;
  usage: TokenUsage;
}
