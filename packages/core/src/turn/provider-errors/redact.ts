const MAXIMUM_LENGTH = 300;

/**
 * A provider's message without possible secrets. URLs lose credentials and queries; header values and anything that
 * looks like a key (long, mixing letters and digits) are replaced. Removes too much rather than too little.
 */
export function redact(text: string): string {
  const cleaned = text
    .replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, '$1')
    .replace(/(\b[a-z][a-z0-9+.-]*:\/\/[^\s?#"']*)[?#][^\s"']*/gi, '$1')
    .replace(
      /\b(authorization|api[-_ ]?key|x-api-key|key|credentials?|token|secret|password|bearer)\b(\s*(?:provided|is|was)?\s*[:=]?\s*)["']?(?:bearer\s+)?[^\s"',;)]+/gi,
      '$1$2[removed]',
    )
    .replace(/\b(?:sk|pk|rk|key|gsk|xai|ghp|hf|AIza)[-_][A-Za-z0-9_*.-]{3,}/g, '[removed]')
    .replace(/[A-Za-z0-9_+/=*.-]{16,}/g, (word) =>
      /[0-9*]/.test(word) && /[A-Za-z]/.test(word) ? '[removed]' : word,
    )
    .replace(/\s+/g, ' ')
    .trim();
  return cleaned.length > MAXIMUM_LENGTH ? `${cleaned.slice(0, MAXIMUM_LENGTH - 1)}…` : cleaned;
}
