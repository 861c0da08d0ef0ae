type ReadResult<Part> = Awaited<ReturnType<ReadableStreamDefaultReader<Part>['read']>>;

/**
 * Takes what a stream has until `take` says that it is enough; a promise that it returns is waited for first. By
 * callbacks, because waiting for each read in a loop makes a hundred bytes more for every word of an answer.
 */
export function readParts<Part>(
  reader: ReadableStreamDefaultReader<Part>,
  take: (result: ReadResult<Part>) => boolean | Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const readOn = (): void => {
      reader.read().then(onResult, reject);
    };
    const onResult = (result: ReadResult<Part>): void => {
      try {
        const more = take(result);
        if (more === true) readOn();
        else if (more === false) resolve();
        else more.then(readOn, reject);
      } catch (error) {
        reject(error);
      }
    };
    readOn();
  });
}
