import type { RetrievalTool } from '../retrieval-tool.js';
import type { RetrievalToolName } from '../strategy.js';
import { countItemsOrChunks } from './count-items-or-chunks.js';
import { finishRetrieval } from './finish-retrieval.js';
import { readAll } from './read-all.js';
import { saveSearchResults } from './save-search-results.js';
import { searchContent } from './search-content.js';
import { searchItemsByName } from './search-items-by-name.js';
import { searchShell } from './search-shell.js';

export const RETRIEVAL_TOOLS: Record<RetrievalToolName, RetrievalTool> = {
  count_items_or_chunks: countItemsOrChunks as unknown as RetrievalTool,
  search_items_by_name: searchItemsByName as unknown as RetrievalTool,
  search_content: searchContent as unknown as RetrievalTool,
  save_search_results: saveSearchResults as unknown as RetrievalTool,
  search_shell: searchShell as unknown as RetrievalTool,
  read_all: readAll as unknown as RetrievalTool,
  finish_retrieval: finishRetrieval as unknown as RetrievalTool,
};
