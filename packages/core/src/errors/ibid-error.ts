/** Base of every error Ibid raises on purpose. `code` is stable; the message tells the reader what to do. */
export abstract class IbidError extends Error {
  abstract readonly code: string;

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
  }
}
