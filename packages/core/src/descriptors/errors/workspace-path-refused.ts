import { DescriptorError } from './descriptor-error.js';

/** The path would lead out of the workspace (FD-6). */
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
