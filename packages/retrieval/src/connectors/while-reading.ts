import { ConnectorError } from './connector-error.js';

/**
 * While one item is read, a source that lets nobody in any more must not pass for one that hides this item: that would
 * be taken as its deletion. The run ends instead, and what was added stays.
 */
export async function whileReading<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ConnectorError && (error.problem === 'refused' || error.problem === 'settings'))
      throw new ConnectorError('away', error.message, { cause: error });
    throw error;
  }
}
