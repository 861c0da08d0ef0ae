import { DescriptorError } from './descriptor-error.js';

/**
 * A file of this name is there already, and overwriting was not asked for.
 *
 * ```ts
 * import { WorkspaceFileExists } from '@ibid/core';
 *
 * function advise(error: unknown) {
 *   return error instanceof WorkspaceFileExists ? error.message : 'unexpected';
 * }
 * console.log(advise(new Error('other'))); // 'unexpected'
 * ```
 */
export class WorkspaceFileExists extends DescriptorError {
  readonly code = 'workspace_file_exists';
  readonly type = 'file_exists';

  constructor(path: string) {
    super(`${path} exists already. Pass exist_ok=true to change it, or take another name.`);
  }
}
