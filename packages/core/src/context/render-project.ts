import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import type { SourceLedgerSnapshot } from '../sources/source.js';
import { type Block, emptyBlock, textBlock } from './block.js';
import type { StepContext } from './context-input.js';
import type { ContextReport } from './context-report.js';
import { numbersOfFiles } from './number-sources.js';
import { projectSearchedPrompt } from './prompts/prompts.generated.js';
import type { RenderMemory } from './render-cache.js';
import { renderDocumentsMessage } from './render-documents.js';
import { renderFiles } from './render-files.js';
import { wellFormed } from './well-formed.js';

type Project = NonNullable<StepContext['project']>;

export interface RenderedProject {
  block: Block;
  shown: [number, RetrievedChunk][];
  choice: ContextReport['project'];
}

/** How many names of searched files are listed; the others can be found by searching. */
const MOST_NAMES = 20;
/** Tokens of the JSON around one file. */
const FRAME_TOKENS = 24;

/** CTX-6: the project's files whole if they fit `room`, otherwise how to search them. */
export function renderProject(options: {
  project: Project | null;
  /** Tokens that project files may take; decided once per turn and model. */
  room: number;
  forceSearch: boolean;
  ledger: SourceLedgerSnapshot;
  descriptorsEnabled: boolean;
  memory: RenderMemory;
  count: (text: string) => number;
}): RenderedProject {
  const { project, room } = options;
  if (!project) return none('there is no project');
  if (project.files.length === 0) {
    const block = textOf(project, [], options);
    return { block, shown: [], choice: { mode: 'none', reason: 'the project has no files' } };
  }
  // The counts from the upload decide clear cases, so a huge project is never rendered just to measure it.
  const stored = project.files.reduce((sum, file) => sum + (file.tokens ?? 0) + FRAME_TOKENS, 0);
  if (!options.forceSearch && stored <= room) {
    const key = numbersOfFiles(project.files, options.ledger);
    const whole = options.memory.rememberLast('project', project, key, () => renderWhole(project, options));
    if (whole.block.tokens <= room) {
      const reason = `${whole.block.tokens} tokens are within the ${room} that project files may take`;
      return { ...whole, choice: { mode: 'included', reason } };
    }
  }
  const reason = options.forceSearch
    ? 'with the files the rest would not have fitted'
    : `about ${stored} tokens are over the ${room} that project files may take`;
  const block = textOf(project, [searchedNote(project)], options);
  return { block, shown: [], choice: { mode: 'searched', reason } };
}

function renderWhole(project: Project, options: Parameters<typeof renderProject>[0]) {
  const files = renderFiles({
    files: project.files,
    ledger: options.ledger,
    previewTokens: 0,
    descriptorsEnabled: options.descriptorsEnabled,
    count: options.count,
  });
  return { block: textOf(project, [renderDocumentsMessage(files.documents)], options), shown: files.shown };
}

function textOf(project: Project, texts: string[], options: { count: (text: string) => number }): Block {
  const instructions = project.instructions?.trim() ?? '';
  const all = [instructions, ...texts].filter((text) => text !== '');
  if (all.length === 0) return emptyBlock;
  return textBlock({
    role: 'user',
    part: {
      kind: 'project',
      origin: project.name,
      reason: 'instructions and files of the project',
      text: wellFormed(all.join('\n\n')),
    },
    count: options.count,
  });
}

function searchedNote(project: Project): string {
  const names = project.files.slice(0, MOST_NAMES).map((file) => file.name);
  const more = project.files.length > MOST_NAMES ? `, and ${project.files.length - MOST_NAMES} more` : '';
  return `${projectSearchedPrompt} Files: ${names.join(', ')}${more}.`;
}

function none(reason: string): RenderedProject {
  return { block: emptyBlock, shown: [], choice: { mode: 'none', reason } };
}
