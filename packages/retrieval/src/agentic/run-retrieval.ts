import type { LanguageModelV4, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { TokenUsage } from '@ibid/core/internal';
import { addUsage, convertUsage, systemClock, type TurnClock } from '@ibid/core/internal';
import type { KnowledgeBase } from '../knowledge/index.js';
import { askSearchingModel } from './ask-searching-model.js';
import { classifyQuestion } from './classify/classify-question.js';
import { missingCoverage } from './coverage.js';
import type { DynamicToolRecord } from './dynamic/dynamic-tool-record.js';
import { makeDynamicTools } from './dynamic/make-dynamic-tools.js';
import { Evidence, type EvidenceEntry } from './evidence.js';
import { fitSearchStep, roomForBeginning } from './fit-search-step.js';
import { followHops } from './hops/follow-hops.js';
import { toolsOfStrategy } from './tools-of-strategy.js';
import { plainSearch } from './plain-search.js';
import { orderEvidence, rankEvidence, type RerankFunction } from './rank-evidence.js';
import { retrievalPrompt } from './retrieval-prompt.js';
import { runRetrievalCall } from './run-retrieval-call.js';
import { SavedResults } from './saved-results.js';
import type { ScopedKnowledge } from './scoped-knowledge.js';
import { strategyFor } from './strategy.js';
import type { Trajectory, TrajectoryStep } from './trajectory.js';
import { whyNothing } from './why-nothing.js';

/**
 * The models that search and classify. `searchWindow` and `classifyWindow` are their windows in tokens, where known.
 */
export interface RetrievalModels {
  search: LanguageModelV4;
  classify: LanguageModelV4 | null;
  searchWindow?: number;
  classifyWindow?: number;
}

/** Options of one run of the searching agent (AGR-5). */
export interface RunRetrievalOptions {
  question: string;
  knowledge: ScopedKnowledge;
  models: RetrievalModels;
  conversationId: string;
  ownerId: string;
  /** From configuration, administrator and user, in that order (AGR-7). */
  instructions: readonly string[];
  rerank: RerankFunction | null;
  /** Records from earlier turns that have not expired. */
  dynamicTools: readonly DynamicToolRecord[];
  signal: AbortSignal;
  now: () => number;
  onStep: (step: TrajectoryStep) => void;
  onClassified?: (words: string) => void;
  /** Called when the model fails transiently and the call is retried. */
  onRetry?: (words: string) => void;
  /** For pauses and time limits. Default: the system clock. */
  clock?: TurnClock;
}

/** The result of a run of the searching agent. */
export interface RetrievalOutcome {
  /** Best first. */
  entries: EvidenceEntry[];
  evidence: Evidence;
  dynamicTools: DynamicToolRecord[];
  trajectory: Trajectory;
}

const SAMPLES = 3;
/** Shorter than the tool's own limit, so there is time for a plain search if the model hangs. */
const MOST_MILLISECONDS = 150_000;

/** AGR-5: classify, then one model call per step until the agent may finish or has no steps left. */
export async function runRetrieval(options: RunRetrievalOptions): Promise<RetrievalOutcome> {
  const { question, knowledge, signal, now, clock = systemClock } = options;
  const started = now();
  const deadline = clock.now() + MOST_MILLISECONDS;
  const evidence = new Evidence();
  const run = { question, knowledge, evidence, saved: new SavedResults(), signal };
  const bases = await knowledge.knowledgeBases();
  const classification = await classifyQuestion({
    question,
    knowledgeBases: bases,
    samples: await knowledge.samples(SAMPLES),
    model: options.models.classify,
    window: options.models.classifyWindow,
    signal,
  });
  const totalChunks = bases.reduce((sum, base) => sum + base.chunks, 0);
  const strategy = strategyFor(classification.class);
  options.onClassified?.(`${classification.class}: ${classification.reason}`);

  const beginning = { question, strategy, bases, classification, instructions: options.instructions };
  let prompt: LanguageModelV4Prompt = retrievalPrompt(beginning);
  const steps: TrajectoryStep[] = [];
  const pointedOut = new Set<string>();
  const followed = new Set<string>();
  const suggested = suggestedBases(classification.suggestedKnowledgeBaseIds, bases);
  let dynamicTools = [...options.dynamicTools];
  let usage: TokenUsage = classification.usage;
  let reason: Trajectory['outcome']['reason'] = 'budget';
  let detail = 'all steps were used';

  for (let index = 0; index < strategy.steps && bases.length > 0; index += 1) {
    if (signal.aborted) {
      reason = 'stopped';
      detail = 'the turn was stopped';
      break;
    }
    const stepStarted = now();
    const offered = toolsOfStrategy(strategy, dynamicTools);
    const { search, searchWindow: window = Infinity } = options.models;
    const ownTools = strategy.tools.length;
    const offer = { tools: offered.definitions, ownTools, window };
    let fitted = fitSearchStep({ prompt, ...offer });
    if (!fitted && index === 0) {
      prompt = retrievalPrompt({ ...beginning, room: roomForBeginning(offer) });
      fitted = prompt.length > 0 ? fitSearchStep({ prompt, ...offer }) : null;
    }
    if (!fitted) {
      reason = 'failed';
      detail = `a window of ${window} tokens is too small for the next step`;
      break;
    }
    let response;
    try {
      response = await askSearchingModel({
        model: search,
        callOptions: { ...fitted, toolChoice: { type: 'required' } },
        clock,
        deadline,
        signal,
        onRetry: (words) => options.onRetry?.(words),
      });
    } catch (error) {
      if (signal.aborted) continue;
      reason = 'failed';
      detail = `the searching model failed: ${error instanceof Error ? error.message : String(error)}`;
      break;
    }
    const stepUsage = convertUsage(response.usage);
    usage = addUsage(usage, stepUsage);
    const requested = response.content.flatMap((part) => (part.type === 'tool-call' ? [part] : []));
    const reasoning = response.content
      .map((part) => (part.type === 'text' || part.type === 'reasoning' ? part.text : ''))
      .filter(Boolean)
      .join('\n');
    const results = await Promise.all(requested.map((call) => runRetrievalCall({ call, offered, run, now })));
    const hops =
      evidence.size > 0 && !signal.aborted
        ? await followHops({ question, evidence, knowledge, totalChunks, followed, signal })
        : [];
    dynamicTools = mergeRecords(
      dynamicTools,
      await makeDynamicTools({
        evidence,
        knowledge,
        conversationId: options.conversationId,
        ownerId: options.ownerId,
        now: now(),
      }),
    );

    const wantsToEnd = requested.length === 0 || results.some((result) => result.finished);
    const stepsLeft = strategy.steps - index - 1;
    const missing = wantsToEnd && stepsLeft > 0 ? missingCoverage({ evidence, suggested, pointedOut }) : null;
    const step: TrajectoryStep = {
      step: index + 1,
      reasoning,
      calls: results.map((result) => result.record),
      hops,
      seen: knowledge.takeSeen(),
      continued: missing,
      usage: stepUsage,
      milliseconds: Math.round(now() - stepStarted),
    };
    steps.push(step);
    options.onStep(step);
    if (wantsToEnd && !missing) {
      reason = 'finished';
      detail = results.find((result) => result.finished)?.finished?.reason ?? reasoning;
      break;
    }
    prompt.push(
      {
        role: 'assistant',
        content: [
          ...(reasoning ? [{ type: 'text' as const, text: reasoning }] : []),
          ...results.map((result) => result.callPart),
        ],
      },
      ...(results.length > 0
        ? [{ role: 'tool' as const, content: results.map((result) => result.resultPart) }]
        : []),
      { role: 'user', content: [{ type: 'text', text: stepNote({ missing, hops, stepsLeft }) }] },
    );
  }

  const gaveNothing =
    evidence.size === 0 && evidence.counts.length === 0 && bases.length > 0 && !signal.aborted
      ? whyNothing({ outcome: { reason, detail }, steps })
      : null;
  if (gaveNothing !== null) {
    const step = await plainSearch({
      run,
      knowledgeBaseIds: bases.map((base) => base.id),
      step: steps.length + 1,
      why: gaveNothing,
      now,
    });
    steps.push(step);
    options.onStep(step);
    const [call] = step.calls;
    detail = call?.isError
      ? `${detail} A plain search failed too: ${call.result}`
      : `${detail} One plain search was made instead.`;
  }

  const entries = await rankEvidence({
    question,
    entries: orderEvidence(evidence.ranked()),
    rerank: options.rerank,
    signal,
  });
  const { usage: _, ...classified } = classification;
  return {
    entries,
    evidence,
    dynamicTools,
    trajectory: {
      query: question,
      classification: classified,
      steps,
      outcome: {
        reason,
        detail,
        sources: entries.slice(0, 20).map(({ chunk, score, hop }) => ({
          itemId: chunk.itemId,
          chunkId: chunk.chunkId,
          title: chunk.title,
          score,
          hop,
        })),
        counts: evidence.counts.map(({ listed: _listed, ...count }) => count),
      },
      usage,
      milliseconds: Math.round(now() - started),
    },
  };
}

/**
 * The bases the agent must search before it may finish: the suggested ones, or the first five if none are suggested.
 */
function suggestedBases(ids: readonly string[], bases: readonly KnowledgeBase[]): KnowledgeBase[] {
  return ids.length > 0 ? bases.filter((base) => ids.includes(base.id)) : [...bases].slice(0, 5);
}

function mergeRecords(
  older: readonly DynamicToolRecord[],
  newer: readonly DynamicToolRecord[],
): DynamicToolRecord[] {
  const merged = new Map(older.map((record) => [record.name, record]));
  for (const record of newer) merged.set(record.name, record);
  return [...merged.values()].toSorted((left, right) => right.promise - left.promise);
}

function stepNote(options: {
  missing: string | null;
  hops: readonly { title: string; via: string }[];
  stepsLeft: number;
}): string {
  const lines = [`Steps left: ${options.stepsLeft}.`];
  if (options.missing) lines.push(`You may not finish yet: ${options.missing}.`);
  if (options.hops.length > 0)
    lines.push(`Linked items were added: ${options.hops.map((hop) => hop.title).join('; ')}.`);
  return lines.join(' ');
}
