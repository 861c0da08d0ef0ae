import type { JsonValue } from '../messages/json-value.js';
import type { DescriptorStore } from './descriptor-store.js';
import { DescriptorNotFound, InvalidDescriptorParameter } from './errors/descriptor-errors.js';
import { findEmbeddedHandles, parseHandle } from './handle.js';
import type { Handle } from './handle.js';

const MAX_CHARACTERS = 16_000_000;

/**
 * Replaces handles in the named arguments of a tool call with their content, so a model can pass on large text without
 * repeating it. An argument that is only a handle becomes its content. Inside longer text, a handle in double braces is
 * replaced: `{{ref:parser}}`. Everything else stays as it is.
 */
export async function expandDescriptors(options: {
  input: JsonValue;
  /** From `tool.acceptsDescriptors`. */
  names: readonly string[];
  store: DescriptorStore;
  /** The most characters of all arguments together. Default 16,000,000. */
  maxCharacters?: number;
}): Promise<JsonValue> {
  const { input, names, store } = options;
  if (names.length === 0 || input === null || typeof input !== 'object' || Array.isArray(input)) return input;
  const maxCharacters = options.maxCharacters ?? MAX_CHARACTERS;
  let characters = 0;

  const contentOf = async (handle: Handle): Promise<string> => {
    const metadata = await store.describe(handle.name, handle.version);
    if (!metadata) throw new DescriptorNotFound(handle.name);
    characters += metadata.characters;
    if (characters > maxCharacters)
      throw new InvalidDescriptorParameter(
        `The handles in these arguments stand for ${characters} characters; at most ${maxCharacters} can be ` +
          'passed on. Extract the part you need with read_fd and extract_to_new_fd, and pass that.',
      );
    return (await store.read(handle.name, undefined, metadata.version)) ?? '';
  };

  const expand = async (value: JsonValue): Promise<JsonValue> => {
    if (typeof value === 'string') return expandText(value, contentOf);
    if (Array.isArray(value)) {
      const made: JsonValue[] = [];
      for (const part of value) made.push(await expand(part));
      return made;
    }
    return value;
  };

  const expanded: { [key: string]: JsonValue } = {};
  for (const [key, value] of Object.entries(input))
    expanded[key] = names.includes(key) ? await expand(value) : value;
  return expanded;
}

async function expandText(text: string, contentOf: (handle: Handle) => Promise<string>): Promise<string> {
  const whole = parseHandle(text);
  if (whole) return contentOf(whole);
  let made = '';
  let last = 0;
  for (const { start, end, handle } of findEmbeddedHandles(text)) {
    made += text.slice(last, start) + (await contentOf(handle));
    last = end;
  }
  return made + text.slice(last);
}
