import { TurnTaken } from '@ibid/store/internal';
import type { Answering, Observability } from '../services.js';
import { doneWithin } from './done-within.js';
import type { LiveTurn } from './live-turn.js';
import type { EncodedPacket } from './packet-frames.js';

/** How long the end of a turn waits for the database before clients are notified, since they will want to read it. */
export const SAVE_PATIENCE_MILLISECONDS = 2_000;
/** A database may be down for minutes; the answer is kept in memory until then. */
const SAVE_ATTEMPTS = 60;
const LONGEST_SAVE_PAUSE_MILLISECONDS = 5_000;

/** False if another server had ended the turn, or its end could not be stored. */
export async function tellEnd(options: {
  services: Answering;
  live: LiveTurn;
  end: readonly EncodedPacket[];
  saved: Promise<boolean>;
  patience: number;
}): Promise<boolean> {
  const { services, live, end, saved } = options;
  if (!(await mayBeTold(services, live.turnId, saved, options.patience))) return false;
  await services.liveTurns.sent();
  live.send(end);
  // Until it is saved, this process can still serve what the database lacks.
  return saved;
}

/** Waits until the end is stored: always, if another server could end the turn differently; otherwise for a while. */
async function mayBeTold(
  services: Answering,
  turnId: string,
  saved: Promise<boolean>,
  patienceMilliseconds: number,
): Promise<boolean> {
  const isDecided = services.liveTurns.storesFirst || (await doneWithin(saved, patienceMilliseconds));
  if (!isDecided || (await saved)) return true;
  services.liveTurns.abandon(turnId);
  return false;
}

/** Retries for as long as a database may be down. False if that failed, or another server has ended the turn. */
export async function storeEnd(
  services: Observability & Answering,
  turnId: string,
  store: () => Promise<void>,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Packets first: a client that sees the turn ended, through another server, must find all of them. The last ones
      // are stored together with the end.
      const isWhole = await services.liveTurns.settle(turnId);
      if (!isWhole && services.liveTurns.storesFirst) throw new Error('Its packets are not stored yet.');
      await store();
      return true;
    } catch (error) {
      services.log.error({ err: error, turnId, attempt }, 'a finished turn could not be stored');
      // This process was presumed dead: what the other one stored of the turn is what users have seen since.
      if (error instanceof TurnTaken || attempt >= SAVE_ATTEMPTS) return false;
      await wait(Math.min(500 * attempt, LONGEST_SAVE_PAUSE_MILLISECONDS));
    }
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
