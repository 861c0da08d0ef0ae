/** A command that cannot be run as written. The model reads the message. */
export class ShellError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}
