import { IbidError } from '../../errors/ibid-error.js';

/** FD-5: the error types that a model sees in `<fd_error type>`. */
export type DescriptorErrorType =
  | 'not_found'
  | 'invalid_range'
  | 'invalid_parameter'
  | 'file_exists'
  | 'file_not_found'
  | 'permission_error'
  | 'quota_exceeded';

/** Base class of errors with descriptors and the files made from them. */
export abstract class DescriptorError extends IbidError {
  abstract readonly type: DescriptorErrorType;
}

/** There is no text under this handle, or none in this branch of the conversation. */
export class DescriptorNotFound extends DescriptorError {
  readonly code = 'descriptor_not_found';
  readonly type = 'not_found';
  readonly descriptor: string;

  constructor(descriptor: string) {
    super(
      `There is no ${descriptor} in this branch of the conversation. ` +
        'Use a handle that was shown before; list_refs() lists the named ones.',
    );
    this.descriptor = descriptor;
  }
}

/** An invalid argument of a descriptor tool; the message says which and why. */
export class InvalidDescriptorParameter extends DescriptorError {
  readonly code = 'invalid_descriptor_parameter';
  readonly type = 'invalid_parameter';
}

/** The requested position is outside the text. */
export class InvalidDescriptorRange extends DescriptorError {
  readonly code = 'invalid_descriptor_range';
  readonly type = 'invalid_range';

  constructor(options: { unit: string; start: number; last: number }) {
    super(
      options.last === 0
        ? `There is no ${options.unit} ${options.start}: the text is empty.`
        : `There is no ${options.unit} ${options.start}: positions go from 1 to ${options.last}.`,
    );
  }
}

/** Storing this would exceed the quota of the conversation (FD-7). */
export class QuotaExceeded extends DescriptorError {
  readonly code = 'quota_exceeded';
  readonly type = 'quota_exceeded';
  readonly quotaBytes: number;
  readonly usedBytes: number;
  readonly neededBytes: number;

  constructor(options: { what: string; quotaBytes: number; usedBytes: number; neededBytes: number }) {
    super(
      `${options.what} holds ${inUnits(options.usedBytes)} of at most ${inUnits(options.quotaBytes)}, and this needs ` +
        `${inUnits(options.neededBytes)} more. Keep a smaller part, continue in a new conversation, or ask the ` +
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

/** A file of this name exists, and overwriting was not requested. */
export class WorkspaceFileExists extends DescriptorError {
  readonly code = 'workspace_file_exists';
  readonly type = 'file_exists';

  constructor(path: string) {
    super(`${path} exists already. Pass exist_ok=true to change it, or use another name.`);
  }
}

/** There is no file of this name in the workspace. */
export class WorkspaceFileMissing extends DescriptorError {
  readonly code = 'workspace_file_missing';
  readonly type = 'file_not_found';

  constructor(path: string) {
    super(`${path} does not exist. Pass create=true to make it, or use the name of an existing file.`);
  }
}

/** The path would leave the workspace (FD-6). */
export class WorkspacePathRefused extends DescriptorError {
  readonly code = 'workspace_path_refused';
  readonly type = 'permission_error';

  constructor(path: string, reason: string) {
    super(
      `${JSON.stringify(path.slice(0, 200))} cannot be used: ${reason}. ` +
        'Give a relative path inside the workspace, such as reports/summary.md.',
    );
  }
}
