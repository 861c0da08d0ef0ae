import { topOf } from '../extractive/begun-documents.js';
import { answerQuestion } from './answer-from-tables.js';
import { documentTables } from './document-tables.js';
import { describeQuery } from './table-query.js';
import { tableFigures } from './table-source.js';

/** A table in a stored text: the cells of a line are separated by `|`, and the first line names the columns. */
export function tableText(lines: string): string {
  const [header = '', ...rows] = lines.trim().split('\n');
  const row = (line: string) => `| ${line.trim()} |`;
  const rule = `|${header
    .split('|')
    .map(() => '---|')
    .join('')}`;
  return [row(header), rule, ...rows.map(row)].join('\n');
}

/** Asks a question about texts with tables, by file name. */
export async function answerFromFiles(question: string, files: Readonly<Record<string, string>>) {
  const documents = await Promise.all(
    Object.entries(files).map(async ([name, text]) => ({
      document: { id: name, name, title: name.replace(/\.\w+$/u, '').replaceAll('-', ' ') },
      tables: await documentTables(text),
      top: topOf(text),
    })),
  );
  return answerQuestion(question, documents);
}

/** The same, as it is told. */
export async function askTables(question: string, files: Readonly<Record<string, string>>) {
  const found = await answerFromFiles(question, files);
  if (!found) return null;
  const { result } = tableFigures(found) as { result: string[] };
  return {
    document: found.document.name,
    said: result,
    query: describeQuery(found.query, 'table'),
    isReplaced: found.isReplaced ?? false,
  };
}
