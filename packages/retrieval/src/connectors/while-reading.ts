import { ConnectorError } from './connector-error.js';

/**
 * While an item is read, a source that refuses all access must not look like one that hides this item, which would
 * count as its deletion. The run ends instead, and what was added stays.
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
