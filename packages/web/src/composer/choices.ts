/** WEB-9: what applies to the questions of a conversation. */
export interface Choices {
  projectId: string | null;
  agentId: string | null;
  /** Null: the default. */
  modelId: string | null;
  /** `kb` or `kb/item`; empty: everything. */
  scope: string[];
}

export const nothingChosen: Choices = { projectId: null, agentId: null, modelId: null, scope: [] };

/** As sent with a question; the project is the conversation's. */
export function turnChoices({ agentId, modelId, scope }: Choices) {
  return { agentId, modelId, scope };
}
