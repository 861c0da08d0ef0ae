/** A command that can't be run as it was written. Its message is what the model reads. */
export class ShellError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}
