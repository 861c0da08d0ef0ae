import { DescriptorError, WorkspacePathRefused } from '@ibid/core/internal';

const REASONS: Record<string, string> = {
  EACCES: 'the system does not allow it',
  EPERM: 'the system does not allow it',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ENAMETOOLONG: 'it is too long for this disk',
  ELOOP: 'a part of it is a link',
  ENOTDIR: 'a part of it is a file, not a folder',
};

/** Translates file system errors into those of FD-5; others are rethrown unchanged. */
export async function asWorkspaceErrors<Result>(path: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof DescriptorError) throw error;
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
    if (reason === undefined) throw error;
    throw new WorkspacePathRefused(path, reason);
  }
}
