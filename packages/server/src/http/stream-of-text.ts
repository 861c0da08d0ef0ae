import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters collected into one piece. */
const GATHERED = 32_768;

/**
 * Streams a file while it is being written. Yields between pieces: with a database in this process and a fast reader,
 * nothing would ever wait, and other work would starve.
 */
export function streamOfText(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let gathered = '';
        let isDone = false;
        while (!isDone && gathered.length < GATHERED) {
          const { done, value } = await pieces.next();
          isDone = done === true;
          if (value !== undefined) gathered += value;
        }
        await nextTurn();
        if (gathered !== '') controller.enqueue(encoder.encode(gathered));
        if (isDone) controller.close();
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    // No read-ahead: an export of the audit log includes the line about itself.
    { highWaterMark: 0 },
  );
}
