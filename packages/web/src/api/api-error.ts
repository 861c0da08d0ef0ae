/** A refusal of the server, as its problem details tell it (RFC 9457). */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(options: { code: string; status: number; message: string }) {
    super(options.message);
    this.name = 'ApiError';
    this.code = options.code;
    this.status = options.status;
  }
}

/** The error in words for a person, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
