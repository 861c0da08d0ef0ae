import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EvalDataset, EvalPassage, EvalQuery } from './eval-dataset.js';

interface Squad {
  data: {
    title: string;
    paragraphs: { context: string; qas: { id: string; question: string }[] }[];
  }[];
}

/**
 * SQuAD files, one per language. The answer to a question is the paragraph in the same language that it was asked
 * about.
 */
export function loadXquad(options: { directory: string; name: string }): EvalDataset[] {
  const { directory, name } = options;
  const files = readdirSync(directory).filter((file) => /^[a-z]{2}\.json$/.test(file));
  return files.sort().map((file) => {
    const language = file.slice(0, 2);
    const group = `${name}-${language}`;
    const passages: EvalPassage[] = [];
    const queries: EvalQuery[] = [];
    const { data } = JSON.parse(readFileSync(join(directory, file), 'utf8')) as Squad;
    data.forEach((article, articleIndex) => {
      article.paragraphs.forEach((paragraph, paragraphIndex) => {
        const id = `${language}/${articleIndex}/${paragraphIndex}`;
        // Article titles are English in every file and would not be in a real document, so they are left out.
        passages.push({ id, group, itemId: id, title: '', text: paragraph.context });
        for (const question of paragraph.qas) {
          queries.push({
            id: `${language}/${question.id}`,
            group,
            text: question.question,
            relevant: new Map([[id, 1]]),
          });
        }
      });
    });
    return { name: group, passages, queries };
  });
}
