import type { EmbedderProblem } from './embedder-unavailable.js';
import type { NativeThreadData } from '../threads/index.js';

export interface WorkerSettings extends NativeThreadData {
  modelFolder?: string;
}

export interface WorkerRequest {
  id: number;
  texts: readonly string[];
  /** A question and what may answer it are not embedded alike. */
  kind: 'document' | 'query';
  /** One vector per text, or one per token of it, laid end to end. */
  output: 'text' | 'tokens';
}

export type WorkerReply =
  | { type: 'ready' }
  | { type: 'unavailable'; problem: EmbedderProblem; message: string }
  | { type: 'done'; id: number; rows: Float32Array[] }
  | { type: 'failed'; id: number; message: string };
