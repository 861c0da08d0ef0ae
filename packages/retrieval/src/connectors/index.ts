export { builtInConnectors } from './built-in-connectors.js';
export { defineConnector } from './connector.js';
export type {
  Connector,
  ConnectorEvent,
  ConnectorItem,
  ConnectorKind,
  ConnectorNetwork,
  ConnectorRequest,
  ConnectorTools,
  ItemReaders,
  ListEnd,
  ListOptions,
  ReadItem,
} from './connector.js';
export { ConnectorError } from './connector-error.js';
export type { ConnectorProblem } from './connector-error.js';
export { guardedNetwork } from './guarded-network.js';
export type { GuardedNetworkOptions } from './guarded-network.js';
export { WITHOUT_ITEM } from './source-memory.js';
export type { KnownItem, SourceMemory } from './source-memory.js';
export { sourcePrefix, syncSource } from './sync-source.js';
export type { SyncSourceOptions, SyncSourceResult } from './sync-source.js';
