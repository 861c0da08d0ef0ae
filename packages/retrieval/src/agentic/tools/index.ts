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
  count_items_or_chunks: countItemsOrChunks,
  search_items_by_name: searchItemsByName,
  search_content: searchContent,
  save_search_results: saveSearchResults,
  search_shell: searchShell,
  read_all: readAll,
  finish_retrieval: finishRetrieval,
};
