export { ApiError } from './api-error.js';
export type { Schemas } from './routes.js';
export { IbidClient } from './ibid-client.js';
