import { ConnectorError } from './connector-error.js';

/** One element that was asked for: the texts of what lies below it, by path of local names (`prop/getetag`). */
export interface XmlRecord {
  name: string;
  /** `''` is the element's own text. An empty element has an empty text. */
  texts: Map<string, string>;
}

export interface XmlLimits {
  maxBytes: number;
  /** Of all texts of one record. */
  maxRecordCharacters: number;
  maxDepth: number;
}

const XML_LIMITS: XmlLimits = { maxBytes: 64 * 2 ** 20, maxRecordCharacters: 100_000, maxDepth: 40 };

/**
 * Reads XML of any length as it arrives and keeps one record at a time. Prefixes are dropped, no entity beyond those
 * of XML itself is expanded, and what goes beyond the limits ends the reading.
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
    // Of two with the same path, a text beats none: servers answer once for what they have and once for what they lack.
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
  // The parser closes what is still open at its end; a cut-off list must not pass for a whole one.
  if (!closed) throw broken('it ends too early');
  parser.end();
  yield* ready.splice(0);
}
