import { useSyncExternalStore } from 'react';
import { WatchedTurn } from './watched-turn.js';
import type { LiveState } from './watched-turn.js';
import type { TurnView } from '@ibid/core/turn-view';

/** Turns this tab has followed. They are kept after their end: the page continues to show what it streamed. */
const turns = new Map<string, WatchedTurn>();

/** Follows a turn from now on. Resolves at its end. */
export function watchTurn(turnId: string): Promise<void> {
  return turnOf(turnId).follow();
}

function turnOf(turnId: string, known?: TurnView): WatchedTurn {
  const followed = turns.get(turnId);
  if (followed !== undefined) return followed;
  const turn = new WatchedTurn(turnId, known);
  turns.set(turnId, turn);
  return turn;
}

/** For a retried turn, which streams again under its old id. */
export function forgetTurn(turnId: string): void {
  turns.get(turnId)?.close();
  turns.delete(turnId);
}

const nothing = (): (() => void) => () => undefined;

/** The live state of a turn; null for turns that ended before this tab opened. */
export function useLiveTurn(turnId: string, running: boolean, known?: TurnView): LiveState | null {
  const turn = running ? turnOf(turnId, known) : turns.get(turnId);
  return useSyncExternalStore<LiveState | null>(
    turn === undefined ? nothing : turn.subscribe,
    turn === undefined ? () => null : turn.read,
  );
}
