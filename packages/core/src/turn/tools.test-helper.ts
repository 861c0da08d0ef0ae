import { z } from 'zod';
import { defineTool, type Tool } from '../messages/tool.js';

export function toolNamed(name: string, execute: Tool['execute'], changes: Partial<Tool> = {}): Tool {
  return defineTool({
    name,
    description: `Does ${name}.`,
    inputSchema: z.object({ query: z.string().min(1) }),
    execute,
    ...changes,
  });
}

export const chunk = { itemId: 'a', chunkId: '1', title: 'A', text: 'Alpha is the first letter.', score: 1 };
export const search = toolNamed('search', async () => ({ text: '', chunks: [chunk] }), { isSearch: true });
export const call = (query: string, tool = 'search') => ({ call: tool, input: { query } });
