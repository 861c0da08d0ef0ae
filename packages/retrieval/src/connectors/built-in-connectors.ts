import type { ConnectorKind } from './connector.js';

/** The kinds of sources that Ibid knows by itself. */
export const builtInConnectors: readonly ConnectorKind[] = [];
