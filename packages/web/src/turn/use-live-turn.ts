import { useSyncExternalStore } from 'react';
import { LiveTurn } from './live-turn.js';
import type { LiveState } from './live-turn.js';

/** Turns this tab has followed. They stay after their end: the page keeps showing what it streamed. */
const turns = new Map<string, LiveTurn>();

export function followTurn(turnId: string): LiveTurn {
  const known = turns.get(turnId);
  if (known !== undefined) return known;
  const turn = new LiveTurn(turnId);
  turns.set(turnId, turn);
  return turn;
}

/** A retried turn streams anew under its old id. */
export function forgetTurn(turnId: string): void {
  turns.get(turnId)?.close();
  turns.delete(turnId);
}

const nothing = (): (() => void) => () => undefined;

/** The live state of a turn; null for turns that were over before this tab came. */
export function useLiveTurn(turnId: string | null, running: boolean): LiveState | null {
  const turn = turnId === null ? undefined : running ? followTurn(turnId) : turns.get(turnId);
  return useSyncExternalStore<LiveState | null>(
    turn === undefined ? nothing : turn.subscribe,
    turn === undefined ? () => null : turn.read,
  );
}
