import { DescriptorError } from './descriptor-error.js';

/** A file of this name is there already, and overwriting was not asked for. */
export class WorkspaceFileExists extends DescriptorError {
  readonly code = 'workspace_file_exists';
  readonly type = 'file_exists';

  constructor(path: string) {
    super(`${path} exists already. Pass exist_ok=true to change it, or take another name.`);
  }
}
