import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { administratorOf } from '../auth/access.js';
import type { Api } from '../http/app-env.js';
import type { Answering, Configuration, Observability, Processes, Storage } from '../services.js';

const DELAY_RESOLUTION_MILLISECONDS = 20;
const REDIS_AWAY = 'Redis is unreachable: servers learn of each other only through the database.';

/** OPS-3: health checks and metrics for monitoring. */
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
    // Details go only to the log: this route is public.
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

/** Reads one row of each table that every request needs: a file may be damaged beyond its first pages. */
async function probe({ database: { db } }: Storage): Promise<void> {
  for (const table of ['users', 'settings', 'conversations', 'messages', 'knowledge_bases', 'items'] as const)
    await db.selectFrom(table).selectAll().limit(1).execute();
}

/** The delay since the last call. Over the life of a process, one bad minute would show forever or never. */
function takeDelaySeconds(delay: IntervalHistogram): number {
  // The histogram measures the time between timers, which includes the interval itself.
  const late = delay.count === 0 ? 0 : delay.percentile(99) / 1e6 - DELAY_RESOLUTION_MILLISECONDS;
  delay.reset();
  return Math.max(0, late) / 1000;
}
