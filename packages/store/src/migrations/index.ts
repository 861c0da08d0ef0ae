import { state } from './0001-state.js';
import { knowledge } from './0101-knowledge.js';
import { descriptors } from './0201-descriptors.js';
import type { Migration } from './migration.js';

/** Every migration. Each part of the store adds its own files: 00xx state, 01xx knowledge, 02xx descriptors. */
export const migrations: readonly Migration[] = [state, knowledge, descriptors];
