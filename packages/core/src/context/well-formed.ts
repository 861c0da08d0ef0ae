const loneSurrogates = /\p{Surrogate}/gu;

/** A lone surrogate breaks some providers' JSON, so it becomes the replacement character. */
export function wellFormed(text: string): string {
  return isWellFormed(text) ? text : text.replace(loneSurrogates, '\ufffd');
}

/**
 * The runtime's own check is many times faster than a regular expression, but the language level in use does not
 * declare it yet.
 */
function isWellFormed(text: string): boolean {
  return (text as string & { isWellFormed: () => boolean }).isWellFormed();
}
