import { IbidError } from '@ibid/core';

/** An upload is longer than allowed; nothing of it was kept. */
export class FileTooLarge extends IbidError {
  readonly code = 'file_too_large';
  readonly maximumBytes: number;

  constructor(maximumBytes: number) {
    super(
      `The file is over the limit of ${Math.floor(maximumBytes / 1_048_576)} MiB. Split it, or raise the limit.`,
    );
    this.maximumBytes = maximumBytes;
  }
}
