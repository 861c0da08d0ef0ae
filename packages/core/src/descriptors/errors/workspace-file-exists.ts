import { DescriptorError } from './descriptor-error.js';

export class WorkspaceFileExists extends DescriptorError {
  readonly code = 'workspace_file_exists';
  readonly type = 'file_exists';

  constructor(path: string) {
    super(`${path} exists already. Pass exist_ok=true to change it, or take another name.`);
  }
}
