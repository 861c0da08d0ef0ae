import { IbidError } from '@ibid/core';

/**
 * Another server holds the turn: this one was away for so long that it was taken for dead. Nothing was changed.
 */
export class TurnTaken extends IbidError {
  readonly code = 'turn_taken';
  readonly turnId: string;

  constructor(turnId: string) {
    super(`Turn ${turnId} was brought to its end by another server. What it stored is kept.`);
    this.turnId = turnId;
  }
}
