export { ApiError } from '@ibid/client';

/** The error in words for a person, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
