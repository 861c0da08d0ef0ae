import type { Schemas } from '@ibid/client';

/**
 * A column as it is typed: `NAME: QUESTION`, with the kind of answer in brackets behind the name where it is not words:
 * `Depth [number m]: How deep is it?`, `Risk [choice low/medium/high]: How is the risk rated?`. Null: it cannot be read.
 */
export function parseColumn(typed: string): Schemas['NewEvidenceColumn'] | null {
  const parts = /^\s*([^:[\]]+?)\s*(?:\[\s*([^\]]+?)\s*\])?\s*:\s*(\S.*?)\s*$/u.exec(typed);
  const [, name = '', described = 'text', question = ''] = parts ?? [];
  const [kind = '', ...rest] = described.split(/\s+/u);
  const detail = rest.join(' ');
  if (!parts || question.length < 2) return null;
  const column = { name, question, unit: null, choices: [] as string[] };
  switch (kind.toLowerCase()) {
    case 'text':
      return { ...column, kind: 'text' };
    case 'number':
      return { ...column, kind: 'number', unit: detail === '' ? null : detail };
    case 'date':
      return { ...column, kind: 'date' };
    case 'yes-no':
    case 'yes/no':
      return { ...column, kind: 'yes-no' };
    case 'choice': {
      const choices = detail
        .split('/')
        .map((choice) => choice.trim())
        .filter((choice) => choice !== '');
      return choices.length > 1 ? { ...column, kind: 'choice', choices } : null;
    }
    default:
      return null;
  }
}
