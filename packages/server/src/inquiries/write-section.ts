import { newId } from '@ibid/store/internal';
import type { TurnResult } from '@ibid/core/internal';
import { readExtractiveAnswer } from '@ibid/retrieval/internal';
import type { Principal } from '../auth/principal.js';
import type { TurnWork } from '../services.js';
import { runDetachedTurn } from '../turns/run-detached-turn.js';
import type { PlannedPart, WrittenSection } from '@ibid/store/internal';

export interface SectionOutcome {
  section: WrittenSection;
  steps: number;
  tokens: number;
  costUsd: number | null;
}

/** ANS-2: researches and writes a section, as a regular turn with searches, citations and verdicts. */
export async function writeSection(
  services: TurnWork,
  principal: Principal,
  options: {
    part: PlannedPart;
    modelId: string;
    scope: readonly string[];
    signal: AbortSignal;
    onStep: (words: string) => void;
  },
): Promise<SectionOutcome | null> {
  const { part, signal } = options;
  const handle = await runDetachedTurn(services, principal, {
    pastTurns: [],
    user: {
      role: 'user',
      id: newId(),
      text: part.question,
      files: [],
      images: [],
      createdAt: new Date().toISOString(),
    },
    agent: null,
    modelId: options.modelId,
    scope: options.scope,
  });
  const stop = () => handle.stop();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  handle.subscribe((packet) => {
    if (packet.type === 'tool-progress') options.onStep(packet.message);
  });
  const result = await handle.result;
  signal.removeEventListener('abort', stop);
  if (signal.aborted) return null;
  const { inputTokens, outputTokens } = result.usage;
  return {
    section: sectionOf(part, result),
    steps: stepsOf(result),
    tokens: inputTokens + outputTokens,
    costUsd: result.costUsd,
  };
}

function sectionOf({ id, question }: PlannedPart, result: TurnResult): WrittenSection {
  const chunks = result.steps.flatMap(({ calls }) => calls.flatMap(({ outcome }) => outcome?.chunks ?? []));
  // Drop the built-in model's footer: the page and the guide say it once for all sections.
  const { text, isOutright } = readExtractiveAnswer(result.shownAnswer);
  const { citations, claims } = result;
  const failed = result.status !== 'complete';
  return {
    id,
    question,
    state: failed ? 'failed' : citations.length === 0 ? 'nothing' : isOutright ? 'done' : 'near',
    text,
    citations,
    claims,
    chunkIds: [...new Set(chunks.map(({ chunkId }) => chunkId))],
    error: failed ? (result.error?.message ?? 'It was stopped before it was done.') : null,
  };
}

/** Model calls of the turn and of its search agent. */
function stepsOf(result: TurnResult): number {
  const searched = result.steps.flatMap(({ calls }) =>
    calls.map(({ outcome }) => {
      const data = outcome?.data as { trajectory?: { steps?: unknown[] } } | undefined;
      return data?.trajectory?.steps?.length ?? 0;
    }),
  );
  return result.steps.length + 1 + searched.reduce((sum, steps) => sum + steps, 0);
}
