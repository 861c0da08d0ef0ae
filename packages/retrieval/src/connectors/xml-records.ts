import { ConnectorError } from './connector-error.js';

/** A requested element: the texts below it, by path of local names (`prop/getetag`). */
export interface XmlRecord {
  name: string;
  /** `''` is the element's own text. An empty element has an empty text. */
  texts: Map<string, string>;
}

export interface XmlLimits {
  maxBytes: number;
  /** Limit for all texts of one record. */
  maxRecordCharacters: number;
  maxDepth: number;
}

const XML_LIMITS: XmlLimits = { maxBytes: 64 * 2 ** 20, maxRecordCharacters: 100_000, maxDepth: 40 };

/**
 * Streams XML of any length and keeps one record at a time. Namespace prefixes are dropped, only the entities of XML
 * itself are expanded, and exceeding a limit ends the parsing.
 */
export async function* xmlRecords(options: {
  body: AsyncIterable<Uint8Array>;
  names: readonly string[];
  server: string;
  limits?: Partial<XmlLimits>;
}): AsyncGenerator<XmlRecord> {
  const limits = { ...XML_LIMITS, ...options.limits };
  const { Parser } = await import('htmlparser2');
  const broken = (why: string) =>
    new ConnectorError('away', `The ${options.server} sent a list that cannot be read (${why}).`);
  const ready: XmlRecord[] = [];
  const open: string[] = [];
  let start = -1;
  let texts = new Map<string, string>();
  let characters = 0;
  let closed = false;
  const parser = new Parser(
    {
      onopentagname(tag) {
        const name = tag.slice(tag.indexOf(':') + 1).slice(0, 200);
        if (start < 0 && options.names.includes(name)) {
          start = open.length;
          texts = new Map();
          characters = 0;
        }
        open.push(name);
        if (open.length > limits.maxDepth) throw broken('it is nested too deeply');
        if (start >= 0) add('');
      },
      ontext(text) {
        if (start >= 0) add(text);
      },
      onclosetag() {
        const name = open.pop() ?? '';
        closed ||= open.length === 0;
        if (start < 0 || open.length > start) return;
        ready.push({ name, texts });
        start = -1;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  function add(text: string): void {
    const path = open.slice(start + 1).join('/');
    characters += text.length + (text === '' ? path.length : 0);
    if (characters > limits.maxRecordCharacters) throw broken('an entry is too long');
    // Repeated paths are joined: servers list the properties they have, and then those they lack, which are empty.
    texts.set(path, (texts.get(path) ?? '') + text);
  }
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const part of options.body) {
    bytes += part.length;
    if (bytes > limits.maxBytes) throw broken(`it is longer than ${limits.maxBytes} bytes`);
    parser.write(decoder.decode(part, { stream: true }));
    yield* ready.splice(0);
  }
  parser.write(decoder.decode());
  // The parser closes open elements at its end, so check here: a truncated list must not look complete.
  if (!closed) throw broken('it ends too early');
  parser.end();
  yield* ready.splice(0);
}
