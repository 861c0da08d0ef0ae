export { ApiError } from './api-error.js';
export { addressFor } from './routes.js';
export type { Answer, Body, CallInput, Query, Route, Routes, Schemas } from './routes.js';
export { IbidClient } from './ibid-client.js';
export type { ClientOptions, Follow, SendInput, Transport } from './ibid-client.js';
export type { ServerEvent } from './read-events.js';
