import { cleanText } from './clean-text.js';
import { decodeText } from './decode-text.js';
import { lineStarts } from './line-starts.js';
import type { ParseInput } from './parse-input.js';
import type { DocumentBlock, ParsedDocument } from './parsed-document.js';
import { SOURCE_LANGUAGES } from './source-languages.js';

// An unindented declaration in any common language: modifiers, a keyword, a name.
const DECLARATION =
  /^(?:(?:export|default|declare|public|private|protected|internal|static|abstract|final|sealed|async|pub(?:\([a-z]+\))?|unsafe|extern|inline|open|data|virtual|override|partial)\s+)*(?:function\*?|class|interface|type|enum|struct|trait|impl(?:<[^>]*>)?|def|func(?:\s*\([^)]*\))?|fn|fun|sub|module|namespace|object|record|protocol|extension|mod|macro_rules!|defmodule|const|let|var|val|message|service|CREATE\s+(?:OR\s+REPLACE\s+)?(?:TABLE|VIEW|FUNCTION|PROCEDURE|INDEX))\s+([A-Za-z_$][\w$.:]*)/i;
/** C-like functions start with their type. The opening bracket at the end of the line distinguishes them from calls. */
const TYPED_FUNCTION =
  /^[A-Za-z_][\w\s:*&<>,]*?[\s*&]([A-Za-z_]\w*(?:::\w+)?)\s*\([^;]*\)?\s*(?:const\s*)?\{?\s*$/;
/** Comments and annotations that belong to the declaration below. */
const LEADING = /^(?:\/\/|#(?!include|if|endif|define)|\/\*|\s\*|\*|--|@|\[[A-Z]|"""|''')/;

/** Code is kept as it is. Each unindented declaration, with the comments above it, is a named block. */
export function parseCode(input: ParseInput): ParsedDocument {
  const text = cleanText(decodeText(input.bytes).text);
  const language = SOURCE_LANGUAGES[extensionOf(input.name)] ?? 'text';
  return {
    title: input.name.split(/[\\/]/).pop() ?? input.name,
    text,
    mediaType: `text/x-${language}`,
    blocks: declarationBlocks(text),
    metadata: { programmingLanguage: language },
  };
}

function declarationBlocks(text: string): DocumentBlock[] {
  const starts = lineStarts(text);
  const marks: { start: number; label?: string }[] = [{ start: 0 }];
  let leading: number | null = null;
  for (const [index, start] of starts.entries()) {
    const line = text.slice(start, starts[index + 1] ?? text.length).trimEnd();
    if (LEADING.test(line)) {
      leading ??= start;
      continue;
    }
    const label = declaredName(line);
    if (label) marks.push({ start: leading ?? start, label });
    leading = null;
  }
  const blocks: DocumentBlock[] = [];
  for (const [index, mark] of marks.entries()) {
    const end = marks[index + 1]?.start ?? text.length;
    const code = text.slice(mark.start, end);
    if (code.trim() === '') continue;
    const lead = code.length - code.replace(/^\s*\n/, '').length;
    blocks.push({
      kind: 'code',
      start: mark.start + lead,
      end: mark.start + code.trimEnd().length,
      ...(mark.label ? { label: mark.label } : {}),
    });
  }
  return blocks;
}

function declaredName(line: string): string | undefined {
  if (line === '' || /^\s/.test(line) || line.length > 300) return undefined;
  return DECLARATION.exec(line)?.[1] ?? TYPED_FUNCTION.exec(line)?.[1];
}

function extensionOf(name: string): string {
  return /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
