/** A table cannot answer a question. The message is for the model that asked. */
export class TableProblem extends Error {
  override readonly name = 'TableProblem';
}
