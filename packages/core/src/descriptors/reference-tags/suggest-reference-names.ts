import { MarkdownCodeScanner } from '../../markdown/code-scanner.js';
import { isReferenceName } from '../handle.js';
import { referenceFileName } from '../reference-file-name.js';
import { readReferences, withoutReferenceTags } from './read-references.js';
import { storedReference, type StoredReference } from './stored-reference.js';

/** A code block of an answer that the model did not name. */
export interface UnnamedCodeBlock extends StoredReference {
  suggestedName: string;
  /** Of the whole block, fences included, in the answer as the user sees it. */
  start: number;
  end: number;
}

const FILE_NAME =
  /^\s*(?:#|\/\/|--|\/\*|<!--|;)\s*(?:file(?:name)?\s*:\s*)?([\w./-]*[\w-]+\.[a-z]\w{0,7})\s*(?:\*\/|-->)?\s*$/im;
const DEFINITION =
  /^\s*(?:export\s+)?(?:default\s+)?(?:public\s+|private\s+|async\s+|abstract\s+|pub\s+)*(?:function\*?|class|def|fn|func|interface|struct|enum|type|const|let|var|create\s+(?:table|view))\s+(?:if\s+not\s+exists\s+)?([A-Za-z_$][\w$]*)/im;
const OPENING = /^( {0,3})(`{3,}|~{3,})/;

/** FD-8: the fenced blocks outside any reference, each with a unique name. */
export function suggestReferenceNames(
  answer: string,
  options?: { takenNames?: Iterable<string> },
): UnnamedCodeBlock[] {
  const named = readReferences(answer);
  const taken = new Set([...(options?.takenNames ?? []), ...named.map(({ name }) => name)]);
  const view = withoutReferenceTags(answer);
  const unnamed: UnnamedCodeBlock[] = [];
  for (const { start, end, missingFence } of fencedBlocks(view)) {
    const stored = storedReference(`${view.slice(start, end)}${missingFence}`);
    const isNamed = named.some(({ content }) => content.includes(stored.content));
    if (isNamed || stored.content.trim() === '') continue;
    const suggestedName = unusedName(nameFor(stored), taken);
    taken.add(suggestedName);
    unnamed.push({ ...stored, suggestedName, start, end });
  }
  return unnamed;
}

/** FD-8: the file name for an unnamed code block. */
export function suggestFileName({ code, language }: { code: string; language: string }): string {
  const fence = '~'.repeat(Math.max(3, ...Array.from(code.matchAll(/~+/gu), ([run]) => run.length + 1)));
  const [block] = suggestReferenceNames(`${fence}${language}\n${code}\n${fence}\n`);
  if (!block) return 'code.txt';
  const { suggestedName, category } = block;
  const extension = EXTENSIONS[language.toLowerCase()];
  const name = extension && !suggestedName.includes('.') ? `${suggestedName}.${extension}` : suggestedName;
  return referenceFileName({ name, category, beginning: code.slice(0, 100) });
}

/** By the language after the fence. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  bash: 'sh',
  c: 'c',
  cpp: 'cpp',
  csharp: 'cs',
  css: 'css',
  csv: 'csv',
  go: 'go',
  html: 'html',
  java: 'java',
  javascript: 'js',
  js: 'js',
  json: 'json',
  jsx: 'jsx',
  kotlin: 'kt',
  latex: 'tex',
  markdown: 'md',
  mermaid: 'mmd',
  php: 'php',
  py: 'py',
  python: 'py',
  r: 'r',
  ruby: 'rb',
  rust: 'rs',
  sh: 'sh',
  shell: 'sh',
  sql: 'sql',
  svg: 'svg',
  swift: 'swift',
  toml: 'toml',
  ts: 'ts',
  tsx: 'tsx',
  typescript: 'ts',
  xml: 'xml',
  yaml: 'yaml',
  yml: 'yaml',
};

interface FencedBlock {
  start: number;
  end: number;
  /** Closes a block that the text left open. */
  missingFence: string;
}

/** The scanner finds fenced code; two adjacent blocks are separated by their fences. */
function fencedBlocks(answer: string): FencedBlock[] {
  const scanner = new MarkdownCodeScanner();
  const blocks: FencedBlock[] = [];
  let fence: string | null = null;
  let start = 0;
  const segments = [...scanner.push(answer), ...scanner.end()];
  const fenced = segments.filter(({ kind, text }) => kind === 'fenced' && text !== '');
  for (const [index, segment] of fenced.entries()) {
    const before = fenced[index - 1];
    if (!before || before.start + before.text.length < segment.start) fence = null;
    let offset = segment.start;
    for (const line of segment.text.split(/(?<=\n)/)) {
      const marker = OPENING.exec(line)?.[2];
      if (fence === null && marker) {
        fence = marker;
        start = offset;
      } else if (fence !== null && marker?.startsWith(fence) && line.trim() === marker) {
        blocks.push({ start, end: offset + line.length, missingFence: '' });
        fence = null;
      }
      offset += line.length;
    }
    const next = fenced[index + 1];
    const isLast = !next || next.start > offset;
    if (fence !== null && isLast)
      blocks.push({ start, end: offset, missingFence: answer.endsWith('\n') ? fence : `\n${fence}` });
  }
  return blocks;
}

function nameFor({ content, language, category }: StoredReference): string {
  const head = content.slice(0, 4_000);
  const file = FILE_NAME.exec(head.split('\n', 1)[0] ?? '')?.[1]
    ?.split('/')
    .at(-1);
  if (file && isReferenceName(file)) return file;
  const definition = category === 'text' ? undefined : DEFINITION.exec(head)?.[1];
  if (definition) return kebab(definition);
  return language && isReferenceName(language) ? `${language}-block` : `${category}-block`;
}

function kebab(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1-$2').replace(/[_$]+/g, '-');
  const trimmed = words
    .toLowerCase()
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return isReferenceName(trimmed) ? trimmed : 'code-block';
}

function unusedName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name}-${number}`)) number += 1;
  return `${name}-${number}`;
}
