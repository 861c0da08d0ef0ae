import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { offeredTools } from './offered-tools.js';
import { defineTool } from '../messages/tool.js';

const inputSchema = z.object({ query: z.string().describe('What to look for.'), top_k: z.int().default(5) });
const tool = defineTool({ name: 'a', description: 'A.', inputSchema, execute: async () => ({ text: '' }) });

describe('offered tools', () => {
  it('have a plain JSON Schema of what the model may write', () => {
    expect(offeredTools([tool])).toMatchObject([
      {
        name: 'a',
        isSearch: false,
        inputSchema: {
          type: 'object',
          required: ['query'],
          properties: { query: { type: 'string', description: 'What to look for.' }, top_k: { default: 5 } },
        },
      },
    ]);
    expect(offeredTools([tool])[0]?.inputSchema).not.toHaveProperty('$schema');
  });

  it('are the same objects from turn to turn, unless something about them changed', () => {
    const [first] = offeredTools([tool]);
    expect(offeredTools([{ ...tool }])[0]).toBe(first);
    const [guided] = offeredTools([{ ...tool, guidance: 'Use it.' }]);
    expect(guided).toMatchObject({ guidance: 'Use it.' });
    expect(offeredTools([tool])[0]).not.toHaveProperty('guidance');
  });
});
