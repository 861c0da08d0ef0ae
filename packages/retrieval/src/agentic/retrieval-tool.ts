import type { JsonValue } from '@ibid/core';
import type { z } from 'zod';
import type { Evidence } from './evidence.js';
import type { ScopedKnowledge } from './scoped-knowledge.js';
import type { SavedResults } from './saved-results.js';

/** What the tools of one run share. */
export interface RetrievalRun {
  question: string;
  knowledge: ScopedKnowledge;
  evidence: Evidence;
  saved: SavedResults;
  signal: AbortSignal;
}

export interface RetrievalToolResult {
  /** What the searching model reads. */
  text: string;
  /** Chunks that were new to the run. */
  added: number;
  /** Set by `finish_retrieval`. The loop decides whether the run may finish. */
  finished?: { reason: string };
  /** For the trajectory. */
  data?: JsonValue;
}

/** A tool of the searching agent (AGR-3). It is never offered to the conversation's model. */
export interface RetrievalTool<Schema extends z.ZodType = z.ZodType> {
  name: string;
  description: string;
  inputSchema: Schema;
  execute: (input: z.infer<Schema>, run: RetrievalRun) => Promise<RetrievalToolResult>;
}

export function defineRetrievalTool<Schema extends z.ZodType>(
  tool: RetrievalTool<Schema>,
): RetrievalTool<Schema> {
  return tool;
}
