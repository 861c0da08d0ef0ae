import { IbidError } from '@ibid/core';

/** The knowledge base does not exist, or the user may not see it. */
export class KnowledgeBaseNotFound extends IbidError {
  readonly code = 'knowledge_base_not_found';
  readonly knowledgeBaseId: string;

  constructor(knowledgeBaseId: string) {
    super(`There is no knowledge base "${knowledgeBaseId}". List the ones there are, or create it first.`);
    this.knowledgeBaseId = knowledgeBaseId;
  }
}
