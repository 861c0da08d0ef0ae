import { runTurn, systemClock } from '@ibid/core/internal';
import type { TurnResult } from '@ibid/core';
import { newId } from '@ibid/store/internal';
import { metered } from '../budgets/metered.js';
import { indexLargeFiles } from '../knowledge/index-large-files.js';
import type { TelemetrySpan } from '../observability/telemetry.js';
import { TurnSpans } from '../observability/turn-spans.js';
import { shownSources } from '../sharing/shown-sources.js';
import { withholdingFor } from '../sharing/withholding.js';
import { afterTurn } from './after-turn.js';
import { endTurn, failTurn } from './end-turn.js';
import type { LiveTurnOptions, TurnEnding } from './end-turn.js';
import { INTERRUPTED } from './interrupted.js';
import { readSystemSettings } from '../settings/system-settings.js';
import { describeUserMessage, openDescriptors } from './open-descriptors.js';
import { openWorkspace } from './open-workspace.js';
import { firstSearch } from './search-first.js';
import { prepareTurn } from './prepare-turn.js';

/** Runs a turn whose messages are stored, to its end; stores what came of it. Disconnecting stops nothing (FLOW-8). */
export function runLiveTurn(options: LiveTurnOptions): Promise<void> {
  const { turn, particulars, services } = options;
  const attributes = { 'ibid.turn.id': turn.id, 'gen_ai.request.model': particulars.model.id };
  return services.telemetry.within('turn', { attributes }, (span) => runWithin(options, span));
}

async function runWithin(options: LiveTurnOptions, span: TelemetrySpan): Promise<void> {
  const { services, principal, turn, particulars } = options;
  const spans = services.telemetry.isOn ? new TurnSpans(services.telemetry, particulars.model.id) : null;
  const live = services.liveTurns.create({ turnId: turn.id, conversationId: turn.conversationId });
  const stopped = new AbortController();
  let stop = () => stopped.abort();
  let isInterrupted = false;
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const interrupt = () => {
    isInterrupted = true;
    stop();
  };
  services.liveTurns.run({ live, stop: () => stop(), interrupt, done });
  try {
    const branch = {
      conversationId: turn.conversationId,
      tree: particulars.tree,
      leafId: particulars.parentId,
      adding: [turn.userMessageId, turn.assistantMessageId],
    };
    const withholding = await withholdingFor(services, principal.viewer, particulars.conversation);
    const { descriptors: settings } = await readSystemSettings(services.settings);
    const descriptors = openDescriptors(services, {
      ...branch,
      quotaBytes: settings.quotaBytes,
      withholding,
    });
    const { user, warnings } = await describeUserMessage(services, {
      store: descriptors,
      user: particulars.user,
      model: particulars.model.profile,
      settings,
    });
    const { conversationId } = turn;
    await indexLargeFiles(services, principal, { conversationId, files: user.files });
    const prepared = await prepareTurn(services, principal, particulars);
    const handle = runTurn({
      conversationId: turn.conversationId,
      turnId: turn.id,
      assistantMessageId: turn.assistantMessageId,
      user,
      model: (await metered(services, principal, particulars.model)).model,
      context: prepared.context,
      ledger: await shownSources(services, turn.conversationId, withholding),
      tools: prepared.tools,
      maxSteps: prepared.maxSteps,
      ...(prepared.searchesFirst && {
        firstCalls: firstSearch(user, prepared.context.pastTurns, prepared.tools),
      }),
      warnings,
      descriptors,
      workspace: openWorkspace(services, branch),
      clock: systemClock,
      newId,
      costOf: prepared.costOf,
      readSource: prepared.readSource,
      ...(particulars.model.windowWatch && { windowWatch: particulars.model.windowWatch }),
      ...(prepared.embedClaims && { embedClaims: prepared.embedClaims }),
      ...(prepared.secondOpinion && { secondOpinion: prepared.secondOpinion }),
      ...(prepared.review && { review: prepared.review }),
      onInternalError: (error) =>
        services.log.error({ err: error, turnId: turn.id }, 'a turn met an internal error'),
      onPacket: (packet) => {
        spans?.take(packet);
        // Held back until the turn is stored: whoever sees the end can read the result.
        if (packet.type !== 'turn-stop') live.add(packet);
      },
    });
    stop = handle.stop;
    if (stopped.signal.aborted) handle.stop();
    const result = endingOf(await handle.result, isInterrupted);
    spans?.end();
    span.set({ 'ibid.turn.status': result.status });
    if (result.error) span.end(result.error.code);
    services.telemetry.count('ibid.turns', 1, { 'ibid.turn.status': result.status });
    const isStored = await endTurn({
      ...options,
      live,
      result,
      descriptors,
      context: prepared.context,
      user,
    });
    if (isStored && result.status !== 'interrupted') afterTurn({ ...options, result });
  } catch (error) {
    services.log.error({ err: error, turnId: turn.id }, 'a turn could not be run');
    await failTurn({ ...options, live });
  } finally {
    finish();
  }
}

/** The engine knows stopping only; whether anybody asked for it, it need not know. */
function endingOf(result: TurnResult, isInterrupted: boolean): TurnEnding {
  if (!isInterrupted || result.status !== 'stopped') return result;
  return { ...result, status: 'interrupted', reason: 'failed', error: INTERRUPTED };
}
