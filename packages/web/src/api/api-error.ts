import { texts } from '../texts/texts.js';

export { ApiError } from '@ibid/client';

/** The message of an error, whatever was thrown. */
export function messageOf(error: unknown): string {
  return texts.engine(error instanceof Error ? error.message : String(error));
}
