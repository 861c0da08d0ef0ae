import { defineTool, findCounterEvidence } from '@ibid/core/internal';
import type { RetrievedChunk, Tool, ToolOutcome } from '@ibid/core';
import { z } from 'zod';
import type { ScopedKnowledge } from '../agentic/scoped-knowledge.js';
import { datedMetadata } from '../knowledge/item-date.js';
import { toChunk } from './to-chunk.js';

const inputSchema = z.object({
  claims: z.array(z.string().min(1)).min(1).max(24).describe('Sentences that state something.'),
});

/** What to search for claims, and which passages to look for. */
export interface CheckClaimsOptions {
  /** Bound to the viewer and the preselection. */
  knowledge: ScopedKnowledge;
  /** CIT-8: passages that may support a claim. */
  evidence: boolean;
  /** CIT-9: passages that contradict a claim. */
  against: boolean;
}

/** How many hits are examined per claim, and how many of them are kept. */
const MOST_HITS = 30;
const MOST_KEPT = 3;
/** Per call, because they become sources of the conversation. */
const MOST_CHUNKS = 24;
const QUERY_CHARACTERS = 2_000;

/**
 * CIT-8, CIT-9: finds passages on the claims of a finished answer, all in one call. No model is offered this tool: the
 * turn itself makes the call and shows it like any other.
 */
export function checkClaimsTool(options: CheckClaimsOptions): Tool<typeof inputSchema> {
  return defineTool({
    name: 'check_claims',
    title: 'Check the claims',
    description: 'Looks for passages that support claims or contradict them.',
    inputSchema,
    isSearch: true,
    timeLimitMilliseconds: 30_000,
    execute: async ({ claims }, { signal }) => {
      const found = new Map<string, RetrievedChunk>();
      for (const claim of claims) {
        if (signal.aborted || found.size >= MOST_CHUNKS) break;
        for (const chunk of await passagesOn(claim, options)) found.set(chunk.chunkId, chunk);
      }
      const chunks = await dated([...found.values()].slice(0, MOST_CHUNKS), options.knowledge);
      return outcomeOf(chunks, claims.length);
    },
  });
}

async function passagesOn(claim: string, options: CheckClaimsOptions): Promise<RetrievedChunk[]> {
  const query = claim.slice(0, QUERY_CHARACTERS);
  const hits = await options.knowledge.search({ query, mode: 'hybrid', topK: MOST_HITS });
  const chunks = hits.map(toChunk);
  return [
    ...(options.against
      ? findCounterEvidence({ claim, chunks, most: MOST_KEPT }).map(({ chunk }) => chunk)
      : []),
    ...(options.evidence ? chunks.slice(0, MOST_KEPT) : []),
  ];
}

/** Adds dates. A document that states none has at least the date it was added. */
function dated(chunks: readonly RetrievedChunk[], knowledge: ScopedKnowledge): Promise<RetrievedChunk[]> {
  return Promise.all(
    chunks.map(async (chunk) => {
      const item = await knowledge.getItem(chunk.itemId);
      return item
        ? {
            ...chunk,
            metadata: datedMetadata({ ...item, metadata: { ...item.metadata, ...chunk.metadata } }),
          }
        : chunk;
    }),
  );
}

function outcomeOf(chunks: RetrievedChunk[], claims: number): ToolOutcome {
  if (chunks.length === 0) return { text: 'Nothing was found on the claims of the answer.' };
  return { text: '', chunks, figures: { claims, passages: chunks.length } };
}
