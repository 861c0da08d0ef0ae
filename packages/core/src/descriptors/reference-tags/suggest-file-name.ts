import { isReferenceName } from '../handle.js';
import { referenceFileName } from '../reference-file-name.js';
import { storedReference, type StoredReference } from './stored-reference.js';

const FILE_NAME =
  /^\s*(?:#|\/\/|--|\/\*|<!--|;)\s*(?:file(?:name)?\s*:\s*)?([\w./-]*[\w-]+\.[a-z]\w{0,7})\s*(?:\*\/|-->)?\s*$/im;
const DEFINITION =
  /^\s*(?:export\s+)?(?:default\s+)?(?:public\s+|private\s+|async\s+|abstract\s+|pub\s+)*(?:function\*?|class|def|fn|func|interface|struct|enum|type|const|let|var|create\s+(?:table|view))\s+(?:if\s+not\s+exists\s+)?([A-Za-z_$][\w$]*)/im;

/** FD-8: the file name for an unnamed code block. */
export function suggestFileName({ code, language }: { code: string; language: string }): string {
  const fence = '~'.repeat(Math.max(3, ...Array.from(code.matchAll(/~+/gu), ([run]) => run.length + 1)));
  const stored = storedReference(`${fence}${language}\n${code}\n${fence}\n`);
  if (stored.content.trim() === '') return 'code.txt';
  const suggestedName = nameFor(stored);
  const extension = EXTENSIONS[language.toLowerCase()];
  const name = extension && !suggestedName.includes('.') ? `${suggestedName}.${extension}` : suggestedName;
  return referenceFileName({ name, category: stored.category, beginning: code.slice(0, 100) });
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
