import type { Embedder } from '../knowledge/index.js';

interface Waiting {
  text: string;
  resolve(vector: Float32Array): void;
  reject(error: unknown): void;
}

/**
 * Collects texts of several files into full batches, because small files alone would leave the embedder half idle. Two
 * batches run at a time, so it never waits.
 */
export class EmbeddingQueue {
  readonly #embedder: Embedder;
  readonly #batchSize: number;
  readonly #waiting: Waiting[] = [];
  #running = 0;

  constructor(options: { embedder: Embedder; batchSize?: number }) {
    this.#embedder = options.embedder;
    this.#batchSize = options.batchSize ?? 32;
  }

  /** Texts not yet sent to the embedder. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** `onShare` receives the share done, from 0 to 1. */
  async embed(
    texts: readonly string[],
    onShare: (share: number) => void = () => {},
  ): Promise<Float32Array[]> {
    let done = 0;
    const vectors = texts.map(
      (text) =>
        new Promise<Float32Array>((resolve, reject) => {
          this.#waiting.push({
            text,
            resolve: (vector) => {
              onShare((done += 1) / texts.length);
              resolve(vector);
            },
            reject,
          });
        }),
    );
    this.#start();
    return Promise.all(vectors);
  }

  #start(): void {
    while (this.#running < 2 && this.#waiting.length > 0) {
      this.#running++;
      void this.#run(this.#waiting.splice(0, this.#batchSize)).finally(() => {
        this.#running--;
        this.#start();
      });
    }
  }

  async #run(batch: readonly Waiting[]): Promise<void> {
    try {
      const vectors = await this.#embedder.embed(
        batch.map((waiting) => waiting.text),
        'document',
      );
      for (const [index, waiting] of batch.entries()) {
        const vector = vectors[index];
        if (vector) waiting.resolve(vector);
        else waiting.reject(new Error('The embedder returned too few vectors.'));
      }
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
    }
  }
}
