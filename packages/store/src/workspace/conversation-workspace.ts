import { join } from 'node:path';
import { BranchWorkspace } from './branch-workspace.js';

/** The workspace of a conversation below the data folder, as the branch of these messages sees it. */
export function conversationWorkspace(options: {
  dataFolder: string;
  conversationId: string;
  /** From the root on; the last one is written to. */
  messageIds: readonly string[];
  quotaBytes?: number;
}): BranchWorkspace {
  const { messageIds, quotaBytes } = options;
  const folder = workspaceFolder(options);
  return new BranchWorkspace({ folder, messageIds, ...(quotaBytes !== undefined && { quotaBytes }) });
}

/** Where the files of a conversation are, of all its branches. */
export function workspaceFolder(options: { dataFolder: string; conversationId: string }): string {
  // Ids are ours; this only makes sure that a mistake elsewhere cannot become a path.
  if (!/^[\w-]{1,64}$/.test(options.conversationId)) throw new TypeError('A conversation id was expected.');
  return join(options.dataFolder, 'workspaces', options.conversationId);
}
