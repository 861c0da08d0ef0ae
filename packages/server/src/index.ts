export { createServer } from './create-server.js';
export type { IbidServer } from './create-server.js';
export { rotateKey } from './settings/rotate-key.js';
export type { CreateServerOptions } from './options.js';
