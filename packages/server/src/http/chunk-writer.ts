import type { ServerResponse } from 'node:http';

/**
 * Writes an answer without a length: each piece of text as one chunk in one string. Node makes four pieces of a chunk,
 * which costs more than the rest of its way to the socket.
 */
export class ChunkWriter {
  readonly #outgoing: ServerResponse;
  #isBegun = false;

  /** The head is made (`writeHead`), and may still wait for the first piece. */
  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing;
  }

  write(text: string): void {
    const outgoing = this.#outgoing;
    const { socket } = outgoing;
    // Node's own way for the first piece, which takes the head along; behind what waits; and for clients of HTTP/1.0.
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

  /** Bytes that the client has not taken yet. */
  get waiting(): number {
    return this.#outgoing.writableLength;
  }
}
