import type { Knowledge } from '@ibid/store/internal';
import type { Telemetry } from './telemetry.js';

/** Wraps the knowledge bases to trace searches: mode, number of hits and duration, never queries or results. */
export function traceSearches(knowledge: Knowledge, telemetry: Telemetry): Knowledge {
  if (!telemetry.isOn) return knowledge;
  const { reader } = knowledge;
  const search: typeof reader.search = (request) => {
    const attributes = { 'ibid.search.mode': request.mode, 'ibid.search.top_k': request.topK };
    return telemetry.within('search', { attributes }, async (span) => {
      const hits = await reader.search(request);
      span.set({ 'ibid.search.hits': hits.length });
      return hits;
    });
  };
  const traced = new Proxy(reader, {
    get: (target, name) => {
      if (name === 'search') return search;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { ...knowledge, reader: traced };
}
