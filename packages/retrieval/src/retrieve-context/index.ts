export { checkClaimsTool } from './check-claims.js';
export type { CheckClaimsOptions } from './check-claims.js';
export { retrieveContextTool } from './retrieve-context.js';
export type { RetrieveContextOptions } from './retrieve-context.js';
export { toChunk } from './to-chunk.js';
