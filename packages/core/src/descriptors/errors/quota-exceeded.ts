import { DescriptorError } from './descriptor-error.js';

/** Storing this would take more room than the conversation has left (FD-7). */
export class QuotaExceeded extends DescriptorError {
  readonly code = 'quota_exceeded';
  readonly type = 'quota_exceeded';
  readonly quotaBytes: number;
  readonly usedBytes: number;
  readonly neededBytes: number;

  constructor(options: { what: string; quotaBytes: number; usedBytes: number; neededBytes: number }) {
    super(
      `${options.what} holds ${inUnits(options.usedBytes)} of at most ${inUnits(options.quotaBytes)}, and this needs ` +
        `${inUnits(options.neededBytes)} more. Keep a smaller part, go on in a new conversation, or ask the ` +
        'administrator to raise the quota.',
    );
    this.quotaBytes = options.quotaBytes;
    this.usedBytes = options.usedBytes;
    this.neededBytes = options.neededBytes;
  }
}

function inUnits(bytes: number): string {
  if (bytes < 1024 ** 2 / 10) return `${(bytes / 1024).toFixed(1)} KiB`;
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}
