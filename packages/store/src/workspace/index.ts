export { BranchWorkspace } from './branch-workspace.js';
export { conversationWorkspace, workspaceFolder } from './conversation-workspace.js';
export { FolderWorkspace } from './folder-workspace.js';
