/** Shorter ones would take half of the words out with them. */
const LEAST_CHARACTERS = 4;
const REMOVED = '[removed]';

/** A text without the secrets of a source, as they are and as addresses write them. */
export function withoutSecrets(text: string, secrets: Readonly<Record<string, unknown>>): string {
  let shown = text;
  for (const secret of Object.values(secrets)) {
    if (typeof secret !== 'string' || secret.length < LEAST_CHARACTERS) continue;
    for (const written of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')])
      shown = shown.replaceAll(written, REMOVED);
  }
  return shown;
}

/** An error that nobody foresaw, as it may be logged: words and place alone, for what caused it may hold anything. */
export function errorWithoutSecrets(error: unknown, secrets: Readonly<Record<string, unknown>>): Error {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const shown = new Error(withoutSecrets(message, secrets));
  shown.name = name;
  shown.stack = withoutSecrets(stack ?? '', secrets);
  return shown;
}
