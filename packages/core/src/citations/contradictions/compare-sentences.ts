import { compareStatements, type StatementDifference } from './compare-statements.js';
import { readStatement, type Statement } from './statement.js';

/** A sentence with its title and heading. */
export interface PlacedSentence {
  text: string;
  title: string;
  heading: string;
  /** Its known subject: a named value (`Fee: 12,000 euros`) says too little alone. */
  about?: string;
}

/** How two sentences of different documents disagree; null if they agree or are about different things. */
export function compareSentences(one: PlacedSentence, other: PlacedSentence): StatementDifference | null {
  const [left, right] = [statementOf(one), statementOf(other)];
  return left && right ? compareStatements(left, right) : null;
}

function statementOf({ text, title, heading, about }: PlacedSentence): Statement | null {
  const said = about === undefined ? text : `${about}: ${text}`;
  const headingPath = heading === '' ? [] : [heading];
  const chunk = { itemId: title, chunkId: '', title, headingPath, text: said, score: 1 };
  return readStatement(chunk, { start: 0, end: said.length });
}
