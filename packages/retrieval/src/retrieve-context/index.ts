export { retrieveContextTool } from './retrieve-context.js';
export type { RetrieveContextOptions } from './retrieve-context.js';
