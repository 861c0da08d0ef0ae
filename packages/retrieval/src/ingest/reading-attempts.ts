import type { ParseFailure } from '../parse/index.js';

export interface Refusal {
  code: ParseFailure;
  message: string;
}

/**
 * Records files that crashed their readers, by hash of content and owner. After the second crash, they are refused
 * until a person asks again.
 */
export interface ReadingAttempts {
  refusalOf(contentHash: string): Promise<Refusal | null>;
  /** The file takes long or much memory. If everything ends now, it was the cause. */
  begin(contentHash: string): Promise<void>;
  /** It was read, or rejected normally. */
  settle(contentHash: string): Promise<void>;
  /** It crashed its reader. */
  fail(contentHash: string, reason: Refusal): Promise<void>;
  /** A person asked again at that time. It gets one more try, unless it already had one since. */
  forgive(contentHash: string, askedAt: string): Promise<void>;
}
