import type { LocalModel } from '../local-models/index.js';
import type { NativeThreadData } from '@ibid/core/internal/threads';
import type { EmbedderProblem } from './embedder-unavailable.js';

export interface WorkerSettings extends NativeThreadData {
  model: LocalModel;
}

/** What the worker computes for each text. */
export type WorkerTask =
  /** One vector. Questions and documents are embedded differently. */
  | { output: 'vector'; kind: 'document' | 'query' }
  /** One vector per token, concatenated. */
  | { output: 'tokens' }
  /** One number: how well the text answers the query. */
  | { output: 'score'; query: string };

export interface WorkerRequest {
  id: number;
  texts: readonly string[];
  task: WorkerTask;
}

export type WorkerReply =
  | { type: 'ready' }
  | { type: 'unavailable'; problem: EmbedderProblem; message: string }
  | { type: 'done'; id: number; rows: Float32Array[] }
  | { type: 'failed'; id: number; problem: EmbedderProblem; message: string };
