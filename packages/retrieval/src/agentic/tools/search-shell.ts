import { z } from 'zod';
import { defineRetrievalTool } from '../retrieval-tool.js';

export const searchShell = defineRetrievalTool({
  name: 'search_shell',
  description:
    "Runs commands over the files that save_search_results wrote under /results: grep (-E -i -n -c -o -w -v -A -B -C), cat, head, tail, sed -n '3,9p', sort, uniq, cut, wc and ls, joined by pipes, ; or &&. Patterns are RE2's. There are no other commands, variables, loops or redirections. Output is cut at 6,000 characters, time at 5 seconds.",
  inputSchema: z.object({ command: z.string().min(1).max(2_000) }),
  async execute(input, run) {
    if (run.saved.names.length === 0)
      return { text: 'There are no saved results yet. Use save_search_results first.', added: 0 };
    const result = await run.saved.run(input.command, run.signal);
    return { text: result.output || `(no output, exit code ${result.exitCode})`, added: 0 };
  },
});
