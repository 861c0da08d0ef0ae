import { z } from 'zod';
import type { OfferedTool } from '../context/context-input.js';
import { keepDefinitionTokens } from '../context/definition-tokens.js';
import type { JsonValue } from '../messages/json-value.js';
import type { Tool } from '../messages/tool.js';

const schemas = new WeakMap<z.ZodType, JsonValue>();
const offered = new WeakMap<z.ZodType, OfferedTool>();

/**
 * Tools as the context and the provider see them. The same definition gives the same object in every turn, because
 * expensive values (the JSON Schema here, its tokens in the context) are cached by object.
 */
export function offeredTools(tools: readonly Tool[]): OfferedTool[] {
  return tools.map((tool) => {
    const known = offered.get(tool.inputSchema);
    if (known && isSame(known, tool)) return known;
    const made: OfferedTool = {
      name: tool.name,
      description: tool.description,
      inputSchema: jsonSchemaOf(tool.inputSchema),
      isSearch: tool.isSearch ?? false,
      ...(tool.guidance === undefined ? {} : { guidance: tool.guidance }),
      ...(tool.inSmallWindows === undefined ? {} : { inSmallWindows: tool.inSmallWindows }),
    };
    offered.set(tool.inputSchema, made);
    keepDefinitionTokens(made);
    return made;
  });
}

function isSame(known: OfferedTool, tool: Tool): boolean {
  return (
    known.name === tool.name &&
    known.description === tool.description &&
    known.guidance === tool.guidance &&
    String(known.inSmallWindows) === String(tool.inSmallWindows) &&
    known.isSearch === (tool.isSearch ?? false)
  );
}

function jsonSchemaOf(schema: z.ZodType): JsonValue {
  const known = schemas.get(schema);
  if (known !== undefined) return known;
  const { $schema: _dialect, ...converted } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const plain = JSON.parse(JSON.stringify(converted)) as JsonValue;
  schemas.set(schema, plain);
  return plain;
}
