import { analyseText, detectLanguage } from '../analyse/index.js';
import { composeAnswer } from './compose-answer.js';
import type { OwnLanguage } from './own-words.js';
import { selectAnswers } from './select-answers.js';

/** A document of a test; one given as text has its first heading as title, and no date. */
export interface Paper {
  title: string;
  path: string;
  date: string | null;
  contents: string;
}

const terms = (text: string) => analyseText({ text, language: detectLanguage(text) });

/** The answer of the built-in model to a question about documents that a search found in this order. */
export async function askPapers(
  question: string,
  papers: readonly (string | Paper)[],
  { told = '', language = 'en' as OwnLanguage } = {},
): Promise<string> {
  const documents = papers.map((paper, rank) => ({
    ...(typeof paper === 'string' ? paperOf(paper, rank) : paper),
    number: rank + 1,
    rank,
    version: [],
  }));
  const answers = await selectAnswers({ question, told, documents, terms, most: 4 });
  const shown = { results: [], searched: true, canSearch: true, wantsList: false, isKnown: true };
  return composeAnswer({ ...answers, ...shown, question, documents, language });
}

function paperOf(contents: string, rank: number): Paper {
  const [first = ''] = contents.split('\n', 1);
  return { title: first.replace(/^# /u, ''), path: `${rank}.md`, date: null, contents };
}
