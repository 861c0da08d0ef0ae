import type { JsonValue } from '../messages/json-value.js';
import type { OfferedTool } from './context-input.js';

/** The schema keys that a model needs to make a call; all others are advice. */
const KEPT_KEYS = new Set([
  'type',
  'properties',
  'required',
  'items',
  'enum',
  'const',
  'anyOf',
  'oneOf',
  'allOf',
  '$ref',
  '$defs',
  'additionalProperties',
]);
const MOST_CHARACTERS = 120;

/**
 * A tool's definition in few words: the first sentence of its description, and the names and types of its arguments.
 * Defaults are omitted, because optional arguments may be left out.
 */
export function briefDefinition(tool: OfferedTool): OfferedTool {
  return {
    ...tool,
    description: firstSentence(tool.description),
    inputSchema: bareSchema(tool.inputSchema),
  };
}

/** The same for a small window, with only the arguments that the tool has there. */
export function shortDefinition(tool: OfferedTool): OfferedTool {
  const brief = briefDefinition(tool);
  if (!tool.inSmallWindows) return brief;
  return { ...brief, inputSchema: withArguments(brief.inputSchema, tool.inSmallWindows) };
}

/** The tools offered in a small window; all of them if none would be left. */
export function toolsOfSmallWindow(tools: readonly OfferedTool[]): readonly OfferedTool[] {
  const kept = tools.filter((tool) => tool.inSmallWindows !== false);
  return kept.length > 0 ? kept : tools;
}

function withArguments(schema: JsonValue, names: readonly string[]): JsonValue {
  const { properties } = schema as { properties?: Record<string, JsonValue> };
  if (!properties) return schema;
  const kept = Object.entries(properties).filter(([name]) => names.includes(name));
  return { ...(schema as Record<string, JsonValue>), properties: Object.fromEntries(kept) };
}

function firstSentence(description: string): string {
  const found = /^[\s\S]*?[.:](?=\s|$)/.exec(description.trim())?.[0] ?? description.trim();
  const sentence = found.replace(/:$/u, '.');
  return sentence.length <= MOST_CHARACTERS ? sentence : `${sentence.slice(0, MOST_CHARACTERS - 1)}…`;
}

function bareSchema(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(bareSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const bare: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (!KEPT_KEYS.has(key) || (key === 'additionalProperties' && typeof value === 'boolean')) continue;
    // The keys under these are names from the tool's schema, not JSON Schema keywords.
    if (key === 'properties' || key === '$defs') bare[key] = eachBare(value as Record<string, JsonValue>);
    else bare[key] = key === 'enum' || key === 'const' || key === 'required' ? value : bareSchema(value);
  }
  return bare;
}

function eachBare(schemas: Record<string, JsonValue>): Record<string, JsonValue> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, bareSchema(schema)]));
}
