const loneSurrogates = /\p{Surrogate}/gu;

/** Half a character breaks some providers' JSON, so it is shown as the replacement character. */
export function wellFormed(text: string): string {
  return isWellFormed(text) ? text : text.replace(loneSurrogates, '\ufffd');
}

/** The runtime's own check is many times quicker than a pattern; the language level in use does not declare it yet. */
function isWellFormed(text: string): boolean {
  return (text as string & { isWellFormed: () => boolean }).isWellFormed();
}
