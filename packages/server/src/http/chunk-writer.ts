import type { ServerResponse } from 'node:http';

/**
 * Writes a response without a length: each piece of text as one chunk in one string. Node writes a chunk as four
 * pieces, which costs more than the rest of its way to the socket.
 */
export class ChunkWriter {
  readonly #outgoing: ServerResponse;
  #isBegun = false;

  /** The head must be written (`writeHead`) but may still be buffered until the first piece. */
  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing;
  }

  write(text: string): void {
    const outgoing = this.#outgoing;
    const { socket } = outgoing;
    // Use Node's own write for the first piece, which sends the head along, while data is buffered, and for HTTP/1.0
    // clients.
    if (this.#isBegun && socket && outgoing.chunkedEncoding && outgoing.writableLength === 0)
      socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
    else outgoing.write(text);
    this.#isBegun = true;
  }

  end(text?: string): void {
    const { socket } = this.#outgoing;
    socket?.cork();
    if (text) this.write(text);
    this.#outgoing.end();
    socket?.uncork();
  }

  /** Bytes that the client has not read yet. */
  get waiting(): number {
    return this.#outgoing.writableLength;
  }
}
