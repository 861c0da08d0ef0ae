import type { JsonValue, OfferedTool, Tool } from '@ibid/core';
import { z } from 'zod';

/** Tools as the context sees them, for a preview; a turn that runs makes this itself. */
export function offeredOf(tools: readonly Tool[]): OfferedTool[] {
  return tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: z.toJSONSchema(tool.inputSchema, { io: 'input' }) as JsonValue,
    isSearch: tool.isSearch ?? false,
    ...(tool.guidance === undefined ? {} : { guidance: tool.guidance }),
  }));
}
