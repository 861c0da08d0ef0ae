import type { Schemas } from '@ibid/client';

/**
 * Parses a column as typed: `NAME: QUESTION`, with the kind of answer in brackets after the name unless it is text:
 * `Depth [number m]: How deep is it?`, `Risk [choice low/medium/high]: How is the risk rated?`. Null if it cannot be
 * parsed.
 */
export function parseColumn(typed: string): Schemas['NewEvidenceColumn'] | null {
  const parts = /^\s*([^:[\]]+?)\s*(?:\[\s*([^\]]+?)\s*\])?\s*:\s*(\S.*?)\s*$/u.exec(typed);
  const [, name = '', described = 'words', question = ''] = parts ?? [];
  if (!parts || question.length < 2) return null;
  const column = { name, question, unit: null, choices: [] as string[] };
  if (/^(?:words|text)$/iu.test(described)) return { ...column, kind: 'text' };
  if (/^date$/iu.test(described)) return { ...column, kind: 'date' };
  if (/^yes(?:-|\s*\/\s*|\s+or\s+)no$/iu.test(described)) return { ...column, kind: 'yes-no' };
  const number = /^number(?:\s+(\S.*))?$/iu.exec(described);
  if (number) return { ...column, kind: 'number', unit: number[1] ?? null };
  const [, listed = ''] = /^(?:choice|one of)\s+(.*)$/iu.exec(described) ?? [];
  const choices = listed
    .split('/')
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '');
  return choices.length > 1 ? { ...column, kind: 'choice', choices } : null;
}
