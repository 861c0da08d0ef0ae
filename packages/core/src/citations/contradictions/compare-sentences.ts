import { compareStatements, type StatementDifference } from './compare-statements.js';
import { readStatement, type Statement } from './statement.js';

/** A sentence with what is above it. */
export interface PlacedSentence {
  text: string;
  title: string;
  heading: string;
  /** What it is known to be about: a named value (`Fee: 12,000 euros`) says too little by itself. */
  about?: string;
}

/** What two sentences of different documents disagree in; null where they agree, or speak of different things. */
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
