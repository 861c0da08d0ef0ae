import { z } from 'zod';
import type { OfferedTool } from '../context/context-input.js';
import type { JsonValue } from '../messages/json-value.js';
import type { Tool } from './tool.js';

const schemas = new WeakMap<z.ZodType, JsonValue>();

/** Tools as the context and the provider see them. A schema is converted once and kept with it. */
export function offeredTools(tools: readonly Tool[]): OfferedTool[] {
  return tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: jsonSchemaOf(tool.inputSchema),
    isSearch: tool.isSearch ?? false,
    ...(tool.guidance === undefined ? {} : { guidance: tool.guidance }),
  }));
}

function jsonSchemaOf(schema: z.ZodType): JsonValue {
  const known = schemas.get(schema);
  if (known !== undefined) return known;
  const { $schema: _dialect, ...converted } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const plain = JSON.parse(JSON.stringify(converted)) as JsonValue;
  schemas.set(schema, plain);
  return plain;
}
