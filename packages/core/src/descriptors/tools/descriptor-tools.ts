import type { Tool } from '../../messages/tool.js';
import { defaultDescriptorSettings } from '../descriptor-settings.js';
import type { DescriptorToolOptions } from './descriptor-tool-options.js';
import { fdToFileTool } from './fd-to-file.js';
import { getRefTool } from './get-ref.js';
import { listRefsTool } from './list-refs.js';
import { descriptorGuidancePrompt } from './prompts.generated.js';
import { readFdTool } from './read-fd.js';
import { searchFdTool } from './search-fd.js';

/**
 * The descriptor tools of one turn. The first tool carries the guidance, so the guidance is present only when they are.
 *
 * ```ts
 * import { descriptorTools, MemoryDescriptorStore } from '@ibid/core';
 *
 * const store = new MemoryDescriptorStore({ now: () => new Date().toISOString() });
 * console.log(descriptorTools({ store, workspace: null }).map(({ name }) => name)); // read_fd, search_fd, …
 * ```
 */
export function descriptorTools(options: DescriptorToolOptions): Tool[] {
  const { settings, ...rest } = options;
  const resolved = { settings: Object.assign({}, defaultDescriptorSettings, settings), ...rest };
  const tools = [
    { guidance: descriptorGuidancePrompt, ...readFdTool(resolved) },
    searchFdTool(resolved),
    listRefsTool(resolved),
    getRefTool(resolved),
  ];
  const { workspace } = options;
  return (workspace ? [...tools, fdToFileTool(resolved, workspace)] : tools) as Tool[];
}
