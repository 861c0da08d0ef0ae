import { IbidError } from '@ibid/core';

/**
 * Another server holds the turn: this one was away for so long that it was taken for dead. Nothing was changed.
 *
 * ```ts
 * import { TurnTaken } from '@ibid/store';
 *
 * function advise(error: unknown) {
 *   return error instanceof TurnTaken ? error.message : 'unexpected';
 * }
 * console.log(advise(new Error('other'))); // 'unexpected'
 * ```
 */
export class TurnTaken extends IbidError {
  readonly code = 'turn_taken';
  readonly turnId: string;

  constructor(turnId: string) {
    super(`Turn ${turnId} was brought to its end by another server. What it stored is kept.`);
    this.turnId = turnId;
  }
}
