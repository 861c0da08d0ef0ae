export { createServer } from './create-server.js';
export type { IbidServer } from './create-server.js';
export { rotateKey } from './settings/rotate-key.js';
export type { CreateServerOptions, Limits } from './options.js';
export type { BuiltInModel } from './models/model-registry.js';
export type { TurnView } from '@ibid/core/turn-view';
