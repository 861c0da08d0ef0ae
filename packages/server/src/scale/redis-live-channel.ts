import type { StoredPackets } from '@ibid/store/internal';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { LiveChannel, TurnPackets } from './live-channel.js';
import { openRedis } from './open-redis.js';

/** Streams outlive their turn for late clients; after that, the database has everything. */
const KEPT_SECONDS = 900;

const STOP_CHANNEL = 'ibid:stop';
const NEWS_PREFIX = 'ibid:news:';

function streamKey(turnId: string): string {
  return `ibid:turn:${turnId}`;
}

/** Packets of running turns as Redis streams; news and stops by publish and subscribe. */
export class RedisLiveChannel implements LiveChannel {
  readonly #redis: Redis;
  /** A subscribed connection can do nothing else. */
  readonly #subscriber: Redis;
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #stopListeners: ((turnId: string) => void)[] = [];

  constructor(options: { url: string; log: Logger }) {
    this.#redis = openRedis({ ...options, purpose: 'streams' });
    this.#subscriber = openRedis({ ...options, purpose: 'news' });
    this.#subscriber.on('message', (channel: string, message: string) => this.#hear(channel, message));
    // Also after a reconnect: subscriptions belong to the connection, which may be new.
    this.#subscriber.on('ready', () => {
      this.#subscriber
        .subscribe(STOP_CHANNEL, ...[...this.#listeners.keys()].map((turnId) => NEWS_PREFIX + turnId))
        .catch(() => {});
      for (const turnId of this.#listeners.keys()) this.#tell(turnId);
    });
  }

  get isLive(): boolean {
    return this.#redis.status === 'ready' && this.#subscriber.status === 'ready';
  }

  publish(batches: readonly TurnPackets[]): void {
    if (this.#redis.status !== 'ready') return;
    const pipeline = this.#redis.pipeline();
    for (const { turnId, firstSeq, lastSeq, lines } of batches) {
      const key = streamKey(turnId);
      // The entry's id is the last sequence number: duplicates are refused, and a cursor finds its position.
      pipeline.xadd(key, `${lastSeq}-1`, 'first', firstSeq, 'lines', lines);
      pipeline.expire(key, KEPT_SECONDS);
      pipeline.publish(NEWS_PREFIX + turnId, '');
    }
    pipeline.exec().catch(() => {});
  }

  async packetsAfter(turnId: string, seq: number): Promise<StoredPackets[] | null> {
    if (this.#redis.status !== 'ready') return null;
    try {
      const entries = await this.#redis.xrange(streamKey(turnId), `(${seq}-1`, '+', 'COUNT', 200);
      const batches = entries.map(([id, fields]): StoredPackets => ({
        firstSeq: Number(fields[1]),
        lastSeq: Number.parseInt(id, 10),
        lines: fields[3] ?? '',
      }));
      return withoutGap(batches, seq) ? batches : null;
    } catch {
      return null;
    }
  }

  onNews(turnId: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(turnId) ?? new Set();
    if (listeners.size === 0) {
      this.#listeners.set(turnId, listeners);
      // Anything before the subscription was missed.
      this.#subscriber.subscribe(NEWS_PREFIX + turnId).then(listener, () => {});
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.#listeners.get(turnId) !== listeners) return;
      this.#listeners.delete(turnId);
      this.#subscriber.unsubscribe(NEWS_PREFIX + turnId).catch(() => {});
    };
  }

  sendStop(turnId: string): void {
    this.#redis.publish(STOP_CHANNEL, turnId).catch(() => {});
  }

  onStop(listener: (turnId: string) => void): void {
    this.#stopListeners.push(listener);
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
    this.#subscriber.disconnect();
  }

  #hear(channel: string, message: string): void {
    if (channel === STOP_CHANNEL) for (const listener of this.#stopListeners) listener(message);
    else this.#tell(channel.slice(NEWS_PREFIX.length));
  }

  #tell(turnId: string): void {
    for (const listener of this.#listeners.get(turnId) ?? []) listener();
  }
}

/** A broken connection may leave gaps in the stream; the database has none. */
function withoutGap(batches: readonly StoredPackets[], after: number): boolean {
  let last = after;
  for (const batch of batches) {
    if (batch.firstSeq > last + 1) return false;
    last = batch.lastSeq;
  }
  return true;
}
