import type { TokenUsage } from '@ibid/core';

/**
 * AGR-1. What kind of evidence a question needs.
 *
 * ```ts
 * import type { QuestionClass } from '@ibid/retrieval';
 *
 * const steps: Record<QuestionClass, number> = { aggregate: 1, list: 3, targeted: 5, exploratory: 5 };
 * ```
 */
export type QuestionClass = 'aggregate' | 'list' | 'targeted' | 'exploratory';

/**
 * AGR-1: what kind of question it is, and who decided so.
 *
 * ```ts
 * import type { Classification } from '@ibid/retrieval';
 *
 * const line = ({ class: kind, decidedBy, reason }: Classification) => `${kind} by ${decidedBy}: ${reason}`;
 * ```
 */
export interface Classification {
  class: QuestionClass;
  /** ISO 639-1, or null when it can't be told. */
  language: string | null;
  /** Knowledge bases to try first: a hint, never a filter. */
  suggestedKnowledgeBaseIds: string[];
  decidedBy: 'rules' | 'model' | 'fallback';
  /** Why, in a few words, for the trajectory. */
  reason: string;
  usage: TokenUsage;
}
