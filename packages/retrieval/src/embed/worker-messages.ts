import type { LocalModel } from '../local-models/index.js';
import type { NativeThreadData } from '@ibid/core/internal/threads';
import type { EmbedderProblem } from './embedder-unavailable.js';

export interface WorkerSettings extends NativeThreadData {
  model: LocalModel;
}

/** What is to be made of each text. */
export type WorkerTask =
  /** One vector. A question and what may answer it are not embedded alike. */
  | { output: 'vector'; kind: 'document' | 'query' }
  /** One vector per token, laid end to end. */
  | { output: 'tokens' }
  /** One number: how well it answers. */
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
