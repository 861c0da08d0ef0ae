import { WorkspacePathRefused } from '@ibid/core/internal';

/** For our own temporary files, which lists and tools never see. */
export const RESERVED_PREFIX = '.ibid-';

const MAX_PATH_BYTES = 1_024;
const MAX_NAME_BYTES = 240;
/** Control, invisible and direction-changing characters, unpaired surrogates, line separators. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u;
/** Forbidden in names on Windows; a colon also opens an alternate data stream there. */
const WINDOWS_FORBIDDEN = /[<>:"|?*]/;
const DEVICE = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|com\d|lpt\d)$/i;

/**
 * FD-6: splits a path given by a model into folders and name, or throws. Checks only the text, by the rules of every
 * operating system at once, so workspaces are portable. Links are checked in the file system.
 */
export function checkWorkspacePath(path: string): string[] {
  const refuse = (reason: string) => new WorkspacePathRefused(path, reason);
  if (path.trim() === '') throw refuse('it is empty');
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) throw refuse(`it is longer than ${MAX_PATH_BYTES} bytes`);
  if (UNFIT.test(path)) throw refuse('it contains control, invisible or unassigned characters');
  if (path.includes('\\')) throw refuse('folders are separated by /');
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) throw refuse('it is absolute');
  return path
    .normalize('NFC')
    .split('/')
    .map((name) => checkName(name, refuse));
}

function checkName(name: string, refuse: (reason: string) => Error): string {
  // What looks like a dot or a slash is treated as one somewhere: full-width forms, the one-character ellipsis.
  const plain = name.normalize('NFKC');
  if (name === '') throw refuse('it has an empty part');
  if (/^[.\s]+$/.test(plain)) throw refuse('it leads out of the workspace or names no file');
  if (/[\\/]/.test(plain)) throw refuse('it contains a character that looks like a slash');
  if (WINDOWS_FORBIDDEN.test(plain)) throw refuse('it contains one of < > : " | ? *');
  if (/[.\s]$/.test(plain) || /^\s/.test(plain))
    throw refuse('a part begins or ends with a space, or ends with a dot');
  if (DEVICE.test((plain.split('.')[0] ?? '').trim())) throw refuse('it is the name of a device on Windows');
  if (plain.toLowerCase().startsWith(RESERVED_PREFIX))
    throw refuse(`names with ${RESERVED_PREFIX} are reserved`);
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw refuse(`a part is longer than ${MAX_NAME_BYTES} bytes`);
  return name;
}
