import type { Tool } from '@ibid/core';
import type { FilesBeingRead } from '../knowledge/files-being-read.js';

const USUAL_LIMIT_MILLISECONDS = 60_000;
/** Reading is bounded by its own progress; this only ends a call that something else holds up. */
const LONGEST_WAIT_MILLISECONDS = 1_800_000;

/** The same tools, but a search waits until the attached files can be searched, and says so. */
export function waitForFiles(tools: readonly Tool[], files: FilesBeingRead | null): Tool[] {
  if (!files) return [...tools];
  return tools.map((tool) => (tool.isSearch ? waiting(tool, files) : tool));
}

function waiting(tool: Tool, files: FilesBeingRead): Tool {
  return {
    ...tool,
    timeLimitMilliseconds:
      (tool.timeLimitMilliseconds ?? USUAL_LIMIT_MILLISECONDS) + LONGEST_WAIT_MILLISECONDS,
    async execute(input, context) {
      const { signal } = context;
      const isReady = await files.ready({ signal, onWords: (words) => context.progress(words) });
      const outcome = await tool.execute(input, context);
      if (isReady || signal.aborted) return outcome;
      return { ...outcome, figures: { not_searched: files.notSearched, ...outcome.figures } };
    },
  };
}
