import { z } from 'zod';
import { defineRetrievalTool } from '../retrieval-tool.js';

export const finishRetrieval = defineRetrievalTool({
  name: 'finish_retrieval',
  description:
    'Ends the search. Call it when the evidence answers the question, or when nothing more can be found.',
  inputSchema: z.object({ reason: z.string().max(500).describe('What was found, or what is missing.') }),
  execute: (input) => Promise.resolve({ text: 'Finished.', added: 0, finished: { reason: input.reason } }),
});
