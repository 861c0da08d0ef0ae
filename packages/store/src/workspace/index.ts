export { conversationWorkspace } from './conversation-workspace.js';
export { FolderWorkspace } from './folder-workspace.js';
