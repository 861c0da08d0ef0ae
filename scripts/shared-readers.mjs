// A process that reads files takes a third of a second of CPU to start, and the tests start hundreds of servers and
// commands: here, the idle readers of one that closes read for the next one of the same process.

/** Readers that nobody has, by their limit of memory. A server has no more than this many at once on two cores. */
const spare = new Map();
const MOST_SPARE = 2;
/** What opens readers for pools that share them. */
const sharing = new WeakSet();

class SharedReader {
  #reader;
  #megabytes;
  #isReading = false;
  #isClosed = false;

  constructor(reader, megabytes) {
    this.#reader = reader;
    this.#megabytes = megabytes;
  }

  get isAlive() {
    return this.#reader.isAlive && !this.#isClosed;
  }

  async run(job, options) {
    this.#isReading = true;
    try {
      return await this.#reader.run(job, options);
    } finally {
      this.#isReading = false;
    }
  }

  async close() {
    if (this.#isClosed) return;
    const others = spareFor(this.#megabytes);
    const isUsable = this.isAlive && !this.#isReading && others.length < MOST_SPARE;
    this.#isClosed = true;
    if (isUsable) others.push(this.#reader);
    else await this.#reader.close();
  }
}

function spareFor(megabytes) {
  if (!spare.has(megabytes)) spare.set(megabytes, []);
  return spare.get(megabytes);
}

/** Until the returned function is called, new pools share their readers. Pass the class `PreparePool`. */
export function shareReaders(pools) {
  const open = pools.openReader;
  if (sharing.has(open)) return () => {};
  pools.openReader = (limits) => {
    const others = spareFor(limits.memoryMegabytes);
    for (let reader = others.pop(); reader; reader = others.pop())
      if (reader.isAlive) return new SharedReader(reader, limits.memoryMegabytes);
    return new SharedReader(open(limits), limits.memoryMegabytes);
  };
  sharing.add(pools.openReader);
  return () => {
    pools.openReader = open;
  };
}
