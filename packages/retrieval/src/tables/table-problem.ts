/** A question that a table cannot answer, in words for the model that asked it. */
export class TableProblem extends Error {
  override readonly name = 'TableProblem';
}
