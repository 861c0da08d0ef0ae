import type { ReferenceCategory } from './descriptor-store.js';

const DATA_LANGUAGES = new Set([
  'json',
  'jsonl',
  'ndjson',
  'yaml',
  'yml',
  'toml',
  'csv',
  'tsv',
  'xml',
  'ini',
  'env',
]);
const TEXT_LANGUAGES = new Set(['text', 'txt', 'md', 'markdown', 'plain', 'plaintext', 'rst', 'diff', 'log']);

/** Lines that rarely occur outside source code. */
const CODE_LINE =
  /^\s*(?:(?:export |async |public |private |static |pub )*(?:function|class|def|fn|func|interface|struct|enum|impl|const|let|var|import|from|#include|package|using|return|if|for|while)\b.*[{;:()=]|[})\]]+[;,]?$|\/\/|#!|<\/?[a-z][\w-]*[^>]*>$)/;

/** FD-8: decided by the language of the fence if there is one, otherwise by the text itself. */
export function referenceCategory(options: { content: string; language?: string | null }): ReferenceCategory {
  const language = options.language?.toLowerCase();
  if (language) {
    if (DATA_LANGUAGES.has(language)) return 'data';
    return TEXT_LANGUAGES.has(language) ? 'text' : 'code';
  }
  const sample = options.content.slice(0, 4_000).trim();
  if (isData(sample, options.content)) return 'data';
  const lines = sample.split('\n').filter((line) => line.trim() !== '');
  const codeLines = lines.filter((line) => CODE_LINE.test(line)).length;
  return lines.length > 0 && codeLines / lines.length >= 0.3 ? 'code' : 'text';
}

function isData(sample: string, content: string): boolean {
  if (/^[[{]/.test(sample)) {
    if (content.length > 100_000) return /^[[{]\s*["[{\d\]}]/.test(sample);
    try {
      JSON.parse(content);
      return true;
    } catch {
      return false;
    }
  }
  if (/^<\?xml\b/.test(sample)) return true;
  const lines = sample.split('\n', 6).slice(0, 5);
  for (const separator of [',', '\t', ';']) {
    const columns = lines.map((line) => line.split(separator).length);
    const first = columns[0] ?? 0;
    if (lines.length >= 2 && first >= 3 && columns.every((count) => count === first)) return true;
  }
  return false;
}
