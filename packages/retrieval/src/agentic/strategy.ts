import type { QuestionClass } from './classify/question-class.js';

export type RetrievalToolName =
  | 'count_items_or_chunks'
  | 'search_items_by_name'
  | 'search_content'
  | 'save_search_results'
  | 'search_shell'
  | 'read_all'
  | 'finish_retrieval';

/** AGR-2: the steps and tools for a class of questions. */
export interface Strategy {
  class: QuestionClass;
  steps: number;
  tools: readonly RetrievalToolName[];
}

const STRATEGIES: Record<QuestionClass, Strategy> = {
  aggregate: { class: 'aggregate', steps: 1, tools: ['count_items_or_chunks'] },
  list: {
    class: 'list',
    steps: 3,
    tools: ['count_items_or_chunks', 'search_items_by_name', 'search_content', 'finish_retrieval'],
  },
  targeted: {
    class: 'targeted',
    steps: 5,
    tools: [
      'search_items_by_name',
      'search_content',
      'save_search_results',
      'search_shell',
      'finish_retrieval',
    ],
  },
  exploratory: {
    class: 'exploratory',
    steps: 5,
    tools: [
      'count_items_or_chunks',
      'search_items_by_name',
      'search_content',
      'save_search_results',
      'search_shell',
      'read_all',
      'finish_retrieval',
    ],
  },
};

export function strategyFor(questionClass: QuestionClass): Strategy {
  return STRATEGIES[questionClass];
}
