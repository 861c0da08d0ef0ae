import { ConnectorError, type Connector } from '@ibid/retrieval';
import type { SourceMemory } from '@ibid/retrieval/internal';

/** Removing shorter secrets would remove parts of ordinary words. */
const LEAST_CHARACTERS = 4;
const REMOVED = '[removed]';
/** Characters to escape in a regular expression. */
const SYNTAX = /[\\^$.*+?()[\]{}|/]/gu;

type Secrets = Readonly<Record<string, unknown>>;

/**
 * Removes the secrets of a source from a text: verbatim, URL-encoded (hosts in lowercase), and inside Base64 as in
 * headers, where a name may precede them.
 */
export function withoutSecrets(text: string, secrets: Secrets): string {
  let shown = text;
  for (const secret of Object.values(secrets)) {
    if (typeof secret !== 'string' || secret.length < LEAST_CHARACTERS) continue;
    for (const written of [secret, encodeURIComponent(secret), ...inBase64(secret)])
      shown = shown.replaceAll(new RegExp(written.replaceAll(SYNTAX, String.raw`\$&`), 'giu'), REMOVED);
  }
  return shown;
}

/** The Base64 characters that do not depend on what comes before or after, for each of the three alignments. */
function inBase64(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return (['base64', 'base64url'] as const).flatMap((form) =>
    [0, 1, 2].map((before) => {
      const whole = Buffer.concat([Buffer.alloc(before), bytes]);
      const begin = Math.ceil((before * 8) / 6);
      return whole.toString(form).slice(begin, Math.floor((whole.length * 8) / 6));
    }),
  );
}

/** An unexpected error as it may be logged: only message and stack, since its cause may contain anything. */
export function errorWithoutSecrets(error: unknown, secrets: Secrets): Error {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const shown = new Error(withoutSecrets(message, secrets));
  shown.name = name;
  shown.stack = withoutSecrets(stack ?? '', secrets);
  return shown;
}

/** The reasons why items could not be read are stored and shown, too. */
export function connectorWithoutSecrets(connector: Connector, secrets: Secrets): Connector {
  return {
    list: (options) => connector.list(options),
    async read(item, options) {
      try {
        return await connector.read(item, options);
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        const message = withoutSecrets(error.message, secrets);
        if (message === error.message) throw error;
        throw new ConnectorError(error instanceof ConnectorError ? error.problem : 'unreadable', message);
      }
    },
    ...(connector.visibleTo && { visibleTo: (item) => connector.visibleTo!(item) }),
    ...(connector.close && { close: () => connector.close!() }),
  };
}

export function memoryWithoutSecrets(memory: SourceMemory, secrets: Secrets): SourceMemory {
  return { ...memory, note: (level, text) => memory.note(level, withoutSecrets(text, secrets)) };
}
