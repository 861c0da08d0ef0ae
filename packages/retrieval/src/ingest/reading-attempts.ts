import type { ParseFailure } from '../parse/index.js';

/** Why a file is not read any more. */
export interface Refusal {
  code: ParseFailure;
  message: string;
}

/**
 * What is remembered of files that brought their readers down, by the hash of their content and of whose they are: after
 * the second time they are refused until a person asks for them again.
 */
export interface ReadingAttempts {
  refusalOf(contentHash: string): Promise<Refusal | null>;
  /** It takes long or much memory: should everything end now, it was this file. */
  begin(contentHash: string): Promise<void>;
  /** It was read, or was found to be bad in good order. */
  settle(contentHash: string): Promise<void>;
  /** It brought its reader down. */
  fail(contentHash: string, reason: Refusal): Promise<void>;
  /** A person asked for it again at that time: it gets one more try, unless it has had it since. */
  forgive(contentHash: string, askedAt: string): Promise<void>;
}
