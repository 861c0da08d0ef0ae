import type { Context } from 'hono';
import type { Watcher } from '../turns/live-turn.js';
import type { AppEnv } from './app-env.js';
import { ChunkWriter } from './chunk-writer.js';

const HEARTBEAT_MILLISECONDS = 15_000;
const HEADER_PATIENCE_MILLISECONDS = 20;
const HEARTBEAT = ': heartbeat\n\n';
/** A client that falls this far behind is disconnected; it can resume with its cursor. */
const MOST_BUFFERED_BYTES = 16 * 1024 * 1024;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/**
 * A response of server-sent events, fed by `subscribe` until it ends or the client disconnects. Writes directly to the
 * socket if there is one: a web stream costs several times as much.
 */
export function eventStream(
  context: Context<AppEnv>,
  subscribe: (watcher: Watcher) => (() => void) | Promise<() => void>,
): Response {
  return context.env?.outgoing ? throughSocket(context, subscribe) : throughWebStream(context, subscribe);
}

function throughSocket(context: Context<AppEnv>, subscribe: Parameters<typeof eventStream>[1]): Response {
  const outgoing = context.env.outgoing;
  if (!outgoing) throw new TypeError('There is no socket to write to.');
  for (const [name, value] of context.res.headers) outgoing.setHeader(name, value);
  for (const [name, value] of Object.entries(HEADERS)) outgoing.setHeader(name, value);
  outgoing.writeHead(200);
  const chunks = new ChunkWriter(outgoing);
  // Send headers with the first piece if it comes soon.
  const flush = setTimeout(() => outgoing.flushHeaders(), HEADER_PATIENCE_MILLISECONDS);
  const heartbeat = setInterval(() => chunks.write(HEARTBEAT), HEARTBEAT_MILLISECONDS);
  let leave = () => {};
  let gone = false;
  const close = () => {
    gone = true;
    clearTimeout(flush);
    clearInterval(heartbeat);
    leave();
  };
  outgoing.on('close', close);
  outgoing.on('error', close);
  follow(
    subscribe,
    {
      write: (frames) => {
        clearTimeout(flush);
        chunks.write(frames);
        if (chunks.waiting > MOST_BUFFERED_BYTES) outgoing.destroy();
      },
      end: (frames) => chunks.end(frames),
    },
    (made) => {
      leave = made;
      if (gone) made();
    },
  );
  return new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
}

function throughWebStream(context: Context<AppEnv>, subscribe: Parameters<typeof eventStream>[1]): Response {
  const encoder = new TextEncoder();
  let leave = () => {};
  let gone = false;
  let heartbeat: NodeJS.Timeout | undefined;
  const close = () => {
    gone = true;
    clearInterval(heartbeat);
    leave();
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (frames: string) => {
        if (!gone) controller.enqueue(encoder.encode(frames));
      };
      heartbeat = setInterval(() => write(HEARTBEAT), HEARTBEAT_MILLISECONDS);
      follow(
        subscribe,
        {
          write,
          end: (frames) => {
            if (gone) return;
            if (frames) write(frames);
            close();
            controller.close();
          },
        },
        (made) => {
          leave = made;
          if (gone) made();
        },
      );
    },
    cancel: close,
  });
  return context.body(body, 200, HEADERS);
}

function follow(
  subscribe: Parameters<typeof eventStream>[1],
  watcher: Watcher,
  onSubscribed: (leave: () => void) => void,
): void {
  const made = subscribe(watcher);
  if (typeof made === 'function') onSubscribed(made);
  else void made.then(onSubscribed, () => watcher.end());
}
