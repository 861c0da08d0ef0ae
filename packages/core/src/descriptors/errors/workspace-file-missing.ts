import { DescriptorError } from './descriptor-error.js';

/** There is no file of this name in the workspace. */
export class WorkspaceFileMissing extends DescriptorError {
  readonly code = 'workspace_file_missing';
  readonly type = 'file_not_found';

  constructor(path: string) {
    super(`${path} does not exist. Pass create=true to make it, or take the name of a file that exists.`);
  }
}
