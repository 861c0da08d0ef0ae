import { defineTool, type Tool, type ToolOutcome } from '@ibid/core';
import { z } from 'zod';
import type { ScopedKnowledge } from '../agentic/scoped-knowledge.js';
import { gatherWhole, wholeChunks, wholeFigures } from './gather-whole.js';
import type { WholeReader } from './map-notes.js';
import { readAllGuidancePrompt } from './prompts.generated.js';

const readAllInput = z.object({
  question: z
    .string()
    .min(1)
    .max(2_000)
    .describe('What is asked about all of it, in the words of the person.'),
  documents: z
    .array(z.string().max(500))
    .max(50)
    .optional()
    .describe('Titles, file names or ids. Default: those that the question names or that were preselected.'),
  knowledge_base: z.string().max(200).optional().describe('Instead: all documents of this knowledge base.'),
  mentions_of: z
    .string()
    .max(200)
    .optional()
    .describe('Instead of what matters most: every sentence with these words.'),
});

const DESCRIPTION =
  'Reads every part of a document or of a set of documents, in order, and returns what matters in each, or every mention of something. For questions about all of it: summaries, overviews, "every mention of". A search finds passages; this leaves none out, and says how many were read.';

const WHICH =
  'Say which documents: give their titles, or the name of a knowledge base. The question names none, and nothing is preselected.';

/**
 * KB-13: the tool that reads a whole document or set and reports how much it read.
 *
 * ```ts
 * import { readAllTool, ScopedKnowledge } from '@ibid/retrieval/internal';
 * import { openLibrary } from 'ibid';
 *
 * const library = await openLibrary({ embedder: null });
 * const viewer = { userId: 'library', roles: [], isAdministrator: false };
 * const knowledge = new ScopedKnowledge({ store: library.knowledge.reader, viewer, scope: null });
 * console.log(readAllTool({ knowledge, reader: null }).name); // 'read_all'
 * await library.close();
 * ```
 */
export function readAllTool(options: {
  knowledge: ScopedKnowledge;
  /** Null: without a language model, rules pick the key points. */
  reader: WholeReader | null;
  mostParts?: number;
}): Tool<typeof readAllInput> {
  return defineTool({
    name: 'read_all',
    title: 'Read all of it',
    description: DESCRIPTION,
    inputSchema: readAllInput,
    inSmallWindows: ['question'],
    guidance: readAllGuidancePrompt,
    isSearch: true,
    async execute(input, context): Promise<ToolOutcome> {
      const whole = await gatherWhole({
        knowledge: options.knowledge,
        question: input.question,
        documents: input.documents,
        knowledgeBase: input.knowledge_base,
        mentionsOf: input.mentions_of,
        reader: options.reader,
        mostParts: options.mostParts,
        signal: context.signal,
        onProgress: (words) => context.progress(words),
      });
      if (!whole) return { text: WHICH, isError: true };
      return {
        text: '',
        figures: wholeFigures(whole),
        chunks: wholeChunks(whole),
        ...(whole.notes ? { usage: whole.notes.usage } : {}),
      };
    },
  });
}
