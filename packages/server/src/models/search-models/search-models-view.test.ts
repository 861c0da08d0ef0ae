import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { KnowledgeAccess, Models } from '../../services.js';
import { searchModelsView } from './search-models-view.js';
import { SwitchedModel } from './switched-model.js';

it('MOD-5 never calls a model ready beside the one before it, whenever it becomes ready', async () => {
  const names = ['first', 'second'];
  let chosen = 'first';
  let letOpen: (() => void) | null = null;
  const embedding = new SwitchedModel<{ id: string; languages: null }>({
    task: 'embedding',
    log: pino({ level: 'silent' }),
    chosen: () => Promise.resolve(chosen),
    open: async (choice) => {
      await new Promise<void>((resolve) => {
        letOpen = resolve;
      });
      return { id: choice ?? '', languages: null };
    },
    retire: () => undefined,
  });
  const becomesReady = async () => {
    letOpen?.();
    await embedding.current;
    await new Promise((resolve) => setImmediate(resolve));
  };
  await embedding.look();
  await becomesReady();
  for (const moment of ['status', 'list'] as const) {
    chosen = names.find((name) => name !== chosen) ?? '';
    await embedding.look();
    const services = {
      get embedder() {
        return embedding.current;
      },
      knowledge: {
        status: async () => {
          if (moment === 'status') await becomesReady();
          return { chunks: 0, embedded: 0 };
        },
        languages: () => Promise.resolve([]),
      },
      searchModels: {
        embedding,
        reranking: { state: { phase: 'none', choice: null } },
        local: {
          list: async () => {
            if (moment === 'list') await becomesReady();
            return [];
          },
        },
      },
    } as unknown as KnowledgeAccess & Models;
    const during = (await searchModelsView(services)).embedding;
    expect([during.phase, during.inUse?.id]).not.toEqual(['ready', names.find((name) => name !== chosen)]);
    const after = (await searchModelsView(services)).embedding;
    expect([after.phase, after.choice, after.inUse?.id]).toEqual(['ready', chosen, chosen]);
  }
});
