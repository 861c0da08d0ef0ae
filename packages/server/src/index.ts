export { createServer } from './create-server.js';
export type { IbidServer } from './create-server.js';
export type { CreateServerOptions, Limits } from './options.js';
export type { BuiltInModel } from './models/model-registry.js';
export type { TurnView } from './turns/turn-view.js';
