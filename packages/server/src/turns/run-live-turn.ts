import { startTurn, systemClock } from '@ibid/core/internal';
import type { PacketSink, TurnFailure, TurnResult } from '@ibid/core/internal';
import { newId } from '@ibid/store/internal';
import { metered } from '../budgets/metered.js';
import { indexLargeFiles } from '../knowledge/index-large-files.js';
import type { TelemetrySpan } from '../observability/telemetry.js';
import { TurnSpans } from '../observability/turn-spans.js';
import { sourcesShownTo } from '../sharing/sources-shown-to.js';
import { withholdingFor } from '../sharing/withholding.js';
import { afterTurn } from './after-turn.js';
import { asksFirstAnew } from './asks-first-anew.js';
import { endTurn } from './end-turn.js';
import { failTurn } from './fail-turn.js';
import type { LiveTurnOptions, TurnEnding } from './end-turn.js';
import { INTERRUPTED } from './close-packets.js';
import { readSystemSettings } from '../settings/system-settings.js';
import { describeUserMessage, openDescriptors } from './open-descriptors.js';
import { openWorkspace } from './open-workspace.js';
import { firstSearch } from './search-first.js';
import type { LiveTurn } from './live-turn.js';
import { makeTitle } from './make-title.js';
import { prepareTurn } from './prepare-turn.js';
import type { TurnParticulars } from './prepare-turn.js';
import { waitForFiles } from './wait-for-files.js';

/**
 * Runs a turn whose messages are stored, to its end, and stores the outcome. A disconnect does not stop it (FLOW-8).
 */
export function runLiveTurn(options: LiveTurnOptions): Promise<void> {
  const { turn, particulars, services } = options;
  const attributes = { 'ibid.turn.id': turn.id, 'gen_ai.request.model': particulars.model.id };
  return services.telemetry.within('turn', { attributes }, (span) => runWithin(options, span));
}

async function runWithin(options: LiveTurnOptions, span: TelemetrySpan): Promise<void> {
  const { services, principal, turn, particulars } = options;
  const spans = services.telemetry.isOn ? new TurnSpans(services.telemetry, particulars.model.id) : null;
  const live = services.liveTurns.create({ turnId: turn.id, conversationId: turn.conversationId });
  /** Requests to stop before the engine ran. */
  const earlyStops: (TurnFailure | undefined)[] = [];
  let stop = (failure?: TurnFailure): void => void earlyStops.push(failure);
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  services.liveTurns.run({ live, stop: () => stop(), interrupt: () => stop(INTERRUPTED), done });
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
    const files = await indexLargeFiles(services, principal, { conversationId, files: user.files });
    const prepared = await prepareTurn(services, principal, particulars);
    const title = firstTitle(particulars);
    const started = startTurn({
      conversationId: turn.conversationId,
      turnId: turn.id,
      assistantMessageId: turn.assistantMessageId,
      user,
      model: (await metered(services, principal, particulars.model)).model,
      context: prepared.context,
      ledger: await sourcesShownTo(services, turn.conversationId, withholding),
      tools: waitForFiles(prepared.tools, files),
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
        services.log.error({ err: error, turnId: turn.id }, 'a turn failed with an internal error'),
      sink: spans ? withSpans(live, spans) : live,
      title,
    });
    stop = started.stop;
    for (const failure of earlyStops) stop(failure);
    const result = endingOf(await started.result);
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
      title,
    });
    if (isStored && result.status !== 'interrupted') afterTurn({ ...options, result });
  } catch (error) {
    services.log.error({ err: error, turnId: turn.id }, 'a turn could not be run');
    await failTurn({ ...options, live });
  } finally {
    finish();
  }
}

function withSpans(live: LiveTurn, spans: TurnSpans): PacketSink {
  return {
    get isOver() {
      return live.isOver;
    },
    emit(placement, body) {
      spans.take(body);
      live.emit(placement, body);
    },
    emitAnswerDelta: (placement, text) => live.emitAnswerDelta(placement, text),
  };
}

/** The engine reports a failure; the user should see that the server interrupted the turn. */
function endingOf(result: TurnResult): TurnEnding {
  return result.error === INTERRUPTED ? { ...result, status: 'interrupted' } : result;
}

/** From the question, which exists however the turn ended: a failed conversation can be found again. */
function firstTitle(particulars: TurnParticulars): string | null {
  const { conversation, user } = particulars;
  if (conversation.titleOrigin !== 'none' && !asksFirstAnew(particulars)) return null;
  return makeTitle(user.text) || (user.files[0]?.name ?? null);
}
