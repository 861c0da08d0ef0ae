import { join } from 'node:path';
import { FolderWorkspace } from './folder-workspace.js';

/** The workspace of a conversation below the data folder. */
export function conversationWorkspace(options: {
  dataFolder: string;
  conversationId: string;
  quotaBytes?: number;
}): FolderWorkspace {
  // Ids are ours; this only makes sure that a mistake elsewhere cannot become a path.
  if (!/^[\w-]{1,64}$/.test(options.conversationId)) throw new TypeError('A conversation id was expected.');
  const folder = join(options.dataFolder, 'workspaces', options.conversationId);
  return new FolderWorkspace(
    options.quotaBytes === undefined ? { folder } : { folder, quotaBytes: options.quotaBytes },
  );
}
