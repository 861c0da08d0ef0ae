import { IbidError } from '@ibid/core';

/** What a library was asked for and cannot do; each has its own remedy, told in the message. */
type LibraryErrorCode =
  | 'folder_not_found'
  | 'invalid_snapshot'
  | 'library_closed'
  | 'not_a_folder'
  | 'nothing_to_retry'
  | 'tools_without_model'
  | 'unknown_embedder';

/**
 * Thrown if a library is used in a way that cannot work: after `close`, with a folder that does not exist, with an
 * object that is no stored conversation. `code` says which.
 *
 * ```ts
 * import { LibraryError, openLibrary } from 'ibid';
 *
 * const library = await openLibrary({ embedder: null });
 * await library.close();
 * const failure: unknown = await library.search('tides').catch((error: unknown) => error);
 * console.log(failure instanceof LibraryError && failure.code); // 'library_closed'
 * ```
 */
export class LibraryError extends IbidError {
  readonly code: LibraryErrorCode;

  constructor(code: LibraryErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
