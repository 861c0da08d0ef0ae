import { parseMarkdownIntoBlocks } from 'streamdown';

/**
 * Splits Markdown into blocks that are rendered and cached individually. An answer only grows at its end, so the blocks
 * of the longest cached beginning are reused and only the rest is parsed: the cost of a token does not grow with the
 * answer.
 */
export function splitBlocks(markdown: string): string[] {
  const known = remembered.find((entry) => markdown.startsWith(entry.beginning));
  const beginning = known?.beginning ?? '';
  const blocks = [...(known?.blocks ?? []), ...parseMarkdownIntoBlocks(markdown.slice(beginning.length))];
  remember(blocks);
  return blocks;
}

interface Beginning {
  beginning: string;
  blocks: string[];
}

const keptOpen = 3;
const minimumLength = 2_000;
const longestMemory = 4;
let remembered: Beginning[] = [];

/** A beginning can be cached if it ends with a blank line and contains no definition that later text could use. */
function remember(blocks: string[]): void {
  const settled = blocks.slice(0, -keptOpen);
  while (settled.length > 0 && !isBoundary(settled.at(-1) ?? '')) settled.pop();
  const beginning = settled.join('');
  if (beginning.length < minimumLength || /^ {0,3}\[[^\]]+\]:/m.test(beginning)) return;
  const others = remembered.filter(
    (entry) => !beginning.startsWith(entry.beginning) && !entry.beginning.startsWith(beginning),
  );
  remembered = [{ beginning, blocks: settled }, ...others].slice(0, longestMemory);
}

function isBoundary(block: string): boolean {
  return /^\s*\n$/.test(block) && block.length > 1;
}
