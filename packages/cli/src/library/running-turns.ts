import type { TurnHandle } from '@ibid/core/internal';
import { LibraryError } from './library-error.js';

/** Whether a library is open, and the turns that still use it. */
export class RunningTurns {
  #isClosed = false;
  readonly #running = new Set<TurnHandle>();

  get isClosed(): boolean {
    return this.#isClosed;
  }

  assertOpen(): void {
    if (this.#isClosed)
      throw new LibraryError('library_closed', 'This library is closed. Open it again with `openLibrary`.');
  }

  add(handle: TurnHandle): void {
    this.#running.add(handle);
    const remove = () => this.#running.delete(handle);
    handle.result.then(remove, remove);
  }

  /** Stops them, so that none searches a database that is closed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const results = [...this.#running].map(({ stop, result }) => {
      stop();
      return result;
    });
    await Promise.allSettled(results);
  }
}
