import { IbidError } from '../errors/ibid-error.js';

/**
 * Thrown at lower layers that want to begin something new after the turn has ended. It unwinds them; nobody outside
 * the turn ever sees it.
 */
export class TurnEndedError extends IbidError {
  readonly code = 'turn-ended';

  constructor() {
    super('The turn has ended; what is still running below it is no longer listened to.');
  }
}
