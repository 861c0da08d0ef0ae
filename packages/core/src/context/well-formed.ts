const loneSurrogate = /\p{Surrogate}/u;
const loneSurrogates = /\p{Surrogate}/gu;

/** Half a character breaks some providers' JSON, so it is shown as the replacement character. */
export function wellFormed(text: string): string {
  return loneSurrogate.test(text) ? text.replace(loneSurrogates, '\ufffd') : text;
}
