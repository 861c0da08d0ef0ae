import { join } from 'node:path';
import { BranchWorkspace } from './branch-workspace.js';

/** The workspace of a conversation below the data folder, as seen by the branch of these messages. */
export function conversationWorkspace(options: {
  dataFolder: string;
  conversationId: string;
  /** Root first; writes go to the last one. */
  messageIds: readonly string[];
  quotaBytes?: number;
}): BranchWorkspace {
  const { messageIds, quotaBytes } = options;
  const folder = workspaceFolder(options);
  return new BranchWorkspace({ folder, messageIds, ...(quotaBytes !== undefined && { quotaBytes }) });
}

/** The folder of a conversation's files, for all branches. */
export function workspaceFolder(options: { dataFolder: string; conversationId: string }): string {
  // Ids are generated; this check keeps a bug elsewhere from becoming a path traversal.
  if (!/^[\w-]{1,64}$/.test(options.conversationId)) throw new TypeError('A conversation id was expected.');
  return join(options.dataFolder, 'workspaces', options.conversationId);
}
