import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { administratorOf } from '../auth/access.js';
import type { Api } from '../http/app-env.js';
import type { Answering, Configuration, Observability, Processes, Storage } from '../services.js';

const DELAY_RESOLUTION_MILLISECONDS = 20;
const REDIS_AWAY = 'Redis is unreachable: servers learn of each other only through the database.';

/** OPS-3: for whoever watches the process. */
export function registerHealthRoutes(
  api: Api,
  services: Configuration & Observability & Storage & Answering & Processes,
  state: () => { isClosing: boolean; damage: string | null },
): void {
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MILLISECONDS });
  delay.enable();

  api.get('/healthz', (context) => context.json({ status: 'ok', version: services.version }));

  api.get('/readyz', async (context) => {
    const { isClosing, damage } = state();
    if (isClosing) return context.json({ status: 'closing' }, 503);
    // What exactly is for the log: anybody may ask here.
    if (damage !== null) return context.json({ status: 'database damaged' }, 503);
    try {
      await services.servers.heartbeat(services.serverId);
      await probe(services);
      const isAlone = services.redis !== null && !services.channel.isLive;
      return context.json({ status: 'ready', ...(isAlone ? { warning: REDIS_AWAY } : {}) });
    } catch {
      return context.json({ status: 'database not available' }, 503);
    }
  });

  api.get('/metrics', (context) => {
    administratorOf(context);
    const { user, system } = process.cpuUsage();
    const text = services.metrics.render({
      counters: { cpu_seconds_total: (user + system) / 1e6 },
      gauges: {
        live_turns: services.liveTurns.size,
        open_streams: services.liveTurns.watchers,
        resident_memory_bytes: process.memoryUsage.rss(),
        event_loop_delay_seconds_p99: takeDelaySeconds(delay),
      },
    });
    return context.text(text, 200, { 'content-type': 'text/plain; version=0.0.4' });
  });
}

/** One row of what every request needs: a file whose first pages are whole may be broken behind them. */
async function probe({ database: { db } }: Storage): Promise<void> {
  for (const table of ['users', 'settings', 'conversations', 'messages', 'knowledge_bases', 'items'] as const)
    await db.selectFrom(table).selectAll().limit(1).execute();
}

/** Since somebody looked last: over the life of a process one bad minute would be seen for ever, or never. */
function takeDelaySeconds(delay: IntervalHistogram): number {
  // What is measured is how long after the last one a timer fires, so its own time is part of it.
  const late = delay.count === 0 ? 0 : delay.percentile(99) / 1e6 - DELAY_RESOLUTION_MILLISECONDS;
  delay.reset();
  return Math.max(0, late) / 1000;
}
