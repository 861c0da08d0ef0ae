import { defineTool } from '@ibid/core';
import type { JsonValue, RetrievedChunk, Tool, ToolOutcome } from '@ibid/core';
import type { TurnClock } from '@ibid/core/internal';
import { z } from 'zod';
import { correctionFigures, correctionsOf } from '../knowledge/index.js';
import type { KnowledgeStore, Viewer } from '../knowledge/index.js';
import { countChunks, countFigures } from './count-chunks.js';
import type { DynamicToolStore } from './dynamic/dynamic-tool-record.js';
import type { EvidenceEntry } from './evidence.js';
import { MOST_DYNAMIC_TOOLS } from './dynamic/make-dynamic-tools.js';
import { reachableRecords } from './dynamic/reachable-records.js';
import { agenticContextSearchGuidancePrompt } from './prompts.generated.js';
import type { RerankFunction } from './rank-evidence.js';
import type { RetrievalSettings } from './retrieval-settings.js';
import { runRetrieval, type RetrievalModels } from './run-retrieval.js';
import type { SampleCache } from './sample-cache.js';
import { narrowScope, parseScope } from './scope.js';
import { ScopedKnowledge } from './scoped-knowledge.js';
import type { Trajectory, TrajectoryStep } from './trajectory.js';
import { withVersions } from './with-versions.js';
import { withWholeLists } from './with-whole-lists.js';
import { whyNothing } from './why-nothing.js';

/** Dependencies and settings of `agenticContextSearch` (AGR). */
export interface AgenticContextSearchOptions {
  store: KnowledgeStore;
  viewer: Viewer;
  settings: RetrievalSettings;
  models: RetrievalModels;
  dynamicTools: DynamicToolStore;
  /** Shared by the turns of a process. */
  sampleCache?: SampleCache;
  rerank?: RerankFunction;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** For pauses and time limits. Default: the system clock. */
  clock?: TurnClock;
  onTrajectory?: (callId: string, trajectory: Trajectory) => void;
}

const MOST_CHUNKS = 16;
/**
 * A chunk below this share of the best score counts as noise. The first `ALWAYS_KEPT` stay, because scores can mislead.
 */
const LEAST_SHARE = 0.12;
const ALWAYS_KEPT = 4;

/**
 * The tool that runs a separate searching agent. The agent gathers evidence and does not answer.
 *
 * ```ts
 * import { scriptedModel } from '@ibid/core/testing';
 * import { agenticContextSearch, defaultRetrievalSettings } from '@ibid/retrieval';
 * import { DynamicToolRepository, openDatabase, openKnowledge } from '@ibid/store';
 *
 * const database = await openDatabase({ folder: ':memory:' });
 * const knowledge = await openKnowledge({ database, embedder: null });
 * const tool = agenticContextSearch({
 *   store: knowledge.reader,
 *   viewer: { userId: 'ada', roles: [], isAdministrator: false },
 *   settings: defaultRetrievalSettings,
 *   models: { search: scriptedModel([]), classify: null }, // yours come from a provider
 *   dynamicTools: new DynamicToolRepository({ db: database.db }),
 *   now: () => Date.now(),
 * });
 * console.log(tool.name); // 'agentic_context_search'
 * await knowledge.close();
 * await database.close();
 * ```
 */
export function agenticContextSearch(options: AgenticContextSearchOptions): Tool {
  const tool = defineTool({
    name: 'agentic_context_search',
    title: 'Search the documents',
    description:
      'Gathers evidence from the knowledge bases: classifies the question, searches in several ways, counts, follows links, reads on. Give it a whole question that makes sense on its own.',
    guidance: agenticContextSearchGuidancePrompt,
    inputSchema: z.object({
      query: z
        .string()
        .min(1)
        .max(2_000)
        .describe('The question, complete in itself: names instead of pronouns.'),
    }),
    isSearch: true,
    timeLimitMilliseconds: 180_000,
    async execute(input, context): Promise<ToolOutcome> {
      const { settings, viewer, store } = options;
      const refusal = await refuse(options);
      if (refusal) return refusal;
      const scope = narrowScope(parseScope(settings.preselected), settings.confirmedKnowledgeBaseIds);
      const knowledge = new ScopedKnowledge({
        store,
        viewer,
        scope,
        disabledKnowledgeBaseIds: settings.disabledKnowledgeBaseIds,
        sampleCache: options.sampleCache,
      });
      const records = await options.dynamicTools.list({
        conversationId: context.conversationId,
        ownerId: viewer.userId,
        now: new Date(options.now()).toISOString(),
        limit: MOST_DYNAMIC_TOOLS,
      });
      const { configuration, administrator, user } = settings.instructions;
      const outcome = await runRetrieval({
        question: input.query,
        knowledge,
        models: options.models,
        conversationId: context.conversationId,
        ownerId: viewer.userId,
        instructions: [configuration, administrator, user],
        rerank: options.rerank ?? null,
        dynamicTools: await reachableRecords({ records, knowledge }),
        signal: context.signal,
        now: options.now,
        onClassified: (words) => context.progress(words, { subTurnIndex: 0 }),
        onRetry: (words) => context.progress(words),
        ...(options.clock ? { clock: options.clock } : {}),
        onStep: (step) =>
          context.progress(stepWords(step), {
            subTurnIndex: step.step,
            data: JSON.parse(JSON.stringify(step)) as JsonValue,
          }),
      });
      await options.dynamicTools.save(outcome.dynamicTools);
      options.onTrajectory?.(context.callId, outcome.trajectory);
      const [firstCount] = outcome.evidence.counts;
      const isEmpty = !firstCount && outcome.entries.length === 0;
      const corrections = correctionsOf([{ corrected: outcome.evidence.corrected }]);
      const failure = isEmpty ? whyNothing(outcome.trajectory) : null;
      const found = await withWholeLists(input.query, worthShowing(outcome.entries), knowledge);
      const shown = await withVersions(input.query, found, knowledge);
      return {
        text: failure ?? '',
        ...(failure === null ? {} : { isError: true }),
        ...(firstCount || corrections.length > 0
          ? {
              figures: { ...(firstCount ? countFigures(firstCount) : {}), ...correctionFigures(corrections) },
            }
          : {}),
        chunks: [
          ...outcome.evidence.counts.flatMap(countChunks),
          ...shown.first,
          ...shown.rest.slice(0, Math.max(0, MOST_CHUNKS - shown.first.length)),
        ],
        usage: outcome.trajectory.usage,
        data: { trajectory: JSON.parse(JSON.stringify(outcome.trajectory)) as JsonValue },
      };
    },
  });
  return tool;
}

/**
 * Without a preselection, a managed context refuses to search; where a preselection is required, the person is asked.
 */
async function refuse(options: AgenticContextSearchOptions): Promise<ToolOutcome | null> {
  const { settings, store, viewer } = options;
  if (settings.preselected.length > 0) return null;
  if (settings.managedContext) {
    return {
      text: 'Nothing is preselected, and this set-up searches preselected documents only. Ask the person to choose knowledge bases or items first.',
      isError: true,
    };
  }
  if (settings.requirePreselectedContexts && settings.confirmedKnowledgeBaseIds === null) {
    const bases = await store.listKnowledgeBases(viewer);
    return {
      text: 'The person is asked which knowledge bases to search.',
      question: {
        question: 'Which knowledge bases should be searched?',
        choices: bases.map((base) => ({ value: base.id, label: base.name, hint: `${base.items} items` })),
        multiple: true,
      },
    };
  }
  return null;
}

function worthShowing(entries: readonly EvidenceEntry[]): RetrievedChunk[] {
  const best = entries[0]?.score ?? 0;
  return entries
    .filter(
      (entry, place) =>
        entry.chunk.text !== null && (place < ALWAYS_KEPT || entry.score >= best * LEAST_SHARE),
    )
    .map((entry) => entry.chunk);
}

function stepWords(step: TrajectoryStep): string {
  const calls = step.calls.map((call) => {
    const query =
      typeof call.input === 'object' && call.input !== null && !Array.isArray(call.input) ? call.input : {};
    const words = query['query'] ?? query['name'] ?? query['content_contains'] ?? query['command'] ?? '';
    return `${call.tool}${typeof words === 'string' && words ? ` “${words}”` : ''} (${call.added} new)`;
  });
  const hops =
    step.hops.length > 0
      ? `; followed links to ${step.hops
          .slice(0, 3)
          .map((hop) => hop.title)
          .join(', ')}`
      : '';
  return `Step ${step.step}: ${calls.join(', ') || 'no call'}${hops}`;
}
