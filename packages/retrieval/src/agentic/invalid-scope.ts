import { IbidError } from '@ibid/core';

export class InvalidScope extends IbidError {
  readonly code = 'invalid_scope';

  constructor(entry: string) {
    super(
      `"${entry}" is no preselection. Write KNOWLEDGE_BASE for all of it, or KNOWLEDGE_BASE/ITEM for one item.`,
    );
  }
}
