/** Settings of agentic retrieval for a turn. */
export interface RetrievalSettings {
  /** `kb` or `kb/item`. Binds every tool. */
  preselected: readonly string[];
  /** Refuses to run without a preselection. */
  managedContext: boolean;
  /** Asks the person to choose when nothing is preselected. */
  requirePreselectedContexts: boolean;
  /** Bases the person confirmed; they narrow the selection. Null if the person was not asked. */
  confirmedKnowledgeBaseIds: readonly string[] | null;
  disabledKnowledgeBaseIds: readonly string[];
  instructions: { configuration: string; administrator: string; user: string };
}

/**
 * Agentic retrieval with no preselection, no extra instructions, and every knowledge base.
 *
 * ```ts
 * import { defaultRetrievalSettings } from '@ibid/retrieval';
 *
 * console.log(defaultRetrievalSettings); // change what you need with a spread
 * ```
 */
export const defaultRetrievalSettings: RetrievalSettings = {
  preselected: [],
  managedContext: false,
  requirePreselectedContexts: false,
  confirmedKnowledgeBaseIds: null,
  disabledKnowledgeBaseIds: [],
  instructions: { configuration: '', administrator: '', user: '' },
};
