/** A tool call that a model wrote into its text instead of making it. */
export interface WrittenCall {
  toolName: string;
  /** JSON. */
  rawInput: string;
}

const NAME_KEYS = ['name', 'tool', 'tool_name', 'function', 'action'];
const INPUT_KEYS = ['arguments', 'parameters', 'input', 'args', 'action_input'];
const BLOCK = /<(tool_call|function_call|tool_use|invoke|function)\b([^>]*)>([\s\S]*?)(?:<\/\1\s*>|$)/g;

/**
 * The calls in a text that contains nothing else: JSON, fenced JSON, or one of the XML forms that models are trained
 * on. Empty unless every call names an offered tool, so an answer that merely shows JSON stays an answer.
 */
export function parseWrittenCalls(options: { text: string; toolNames: ReadonlySet<string> }): WrittenCall[] {
  const text = withoutFence(options.text.trim())
    .replace(/^\[TOOL_CALLS\]\s*/, '')
    .replace(/^<(tool_calls|function_calls)>([\s\S]*?)(<\/\1>)?$/, '$2')
    .trim();
  const calls = text.startsWith('<') ? fromXml(text) : fromJson(parseJson(text));
  if (!calls) return [];
  return calls.every((call) => options.toolNames.has(call.toolName)) ? calls : [];
}

function withoutFence(text: string): string {
  return /^```[a-z_]*\s*\n([\s\S]*?)(?:\n```)?$/.exec(text)?.[1] ?? text;
}

function fromXml(text: string): WrittenCall[] | null {
  const calls: WrittenCall[] = [];
  let end = 0;
  for (const match of text.matchAll(BLOCK)) {
    if (text.slice(end, match.index).trim() !== '') return null;
    end = match.index + match[0].length;
    const attributes = match[2] ?? '';
    const body = (match[3] ?? '').trim();
    const name =
      /^\s*=\s*["']?([\w.-]+)/.exec(attributes)?.[1] ?? /\bname\s*=\s*["']([^"']+)["']/.exec(attributes)?.[1];
    const call = name === undefined ? fromXmlBody(body) : [{ toolName: name, rawInput: inputOf(body) }];
    if (!call) return null;
    calls.push(...call);
  }
  return text.slice(end).trim() === '' && calls.length > 0 ? calls : null;
}

function fromXmlBody(body: string): WrittenCall[] | null {
  if (body.startsWith('<function') || body.startsWith('<invoke')) return fromXml(body);
  const name = /<(?:name|tool_name)>\s*([\w.-]+)\s*<\/(?:name|tool_name)>/.exec(body);
  if (!name) return fromJson(parseJson(body));
  const input = /<(arguments|parameters|input)>([\s\S]*?)<\/\1>/.exec(body)?.[2]?.trim() ?? '';
  return [{ toolName: name[1] ?? '', rawInput: inputOf(input) }];
}

/** Arguments as JSON, or as one XML element each. */
function inputOf(body: string): string {
  if (body === '') return '{}';
  if (parseJson(body) !== undefined) return body;
  const input: Record<string, unknown> = {};
  const named = body.matchAll(/<parameter(?:\s+name\s*=\s*["']|=)([\w.-]+)["']?\s*>([\s\S]*?)<\/parameter>/g);
  const plain = body.matchAll(/<([A-Za-z_][\w.-]*)>([\s\S]*?)<\/\1>/g);
  for (const [, key, value] of body.includes('<parameter') ? named : plain) {
    const trimmed = (value ?? '').trim();
    const parsed = parseJson(trimmed);
    if (key !== undefined) input[key] = parsed === undefined ? unescape(trimmed) : parsed;
  }
  return JSON.stringify(input);
}

function fromJson(value: unknown): WrittenCall[] | null {
  if (Array.isArray(value)) {
    const calls = value.flatMap((entry) => fromJson(entry) ?? [null]);
    return calls.length > 0 && calls.every((call) => call !== null) ? calls : null;
  }
  if (!isObject(value)) return null;
  const inner = value['function'] ?? value['function_call'] ?? value['tool_call'];
  if (isObject(inner)) return fromJson(inner);
  if (Array.isArray(value['tool_calls'])) return fromJson(value['tool_calls']);
  const nameKey = NAME_KEYS.find((key) => typeof value[key] === 'string');
  const inputKey = INPUT_KEYS.find((key) => value[key] !== undefined);
  if (nameKey === undefined || inputKey === undefined) return null;
  const given = value[inputKey];
  const input = typeof given === 'string' ? parseJson(given) : given;
  return isObject(input) ? [{ toolName: String(value[nameKey]), rawInput: JSON.stringify(input) }] : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unescape(text: string): string {
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
}
