import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../http/app-env.js';
import type { Services } from '../services.js';
import { purgeConversations } from './purge-deleted-sources.js';

/** What may delete documents. What the server deletes by itself is purged within the hour. */
const DELETIONS = /^\/api\/(?:items|knowledge-bases|projects|sources|left-behind)\//u;

/**
 * Purges conversations right after a request that deleted documents. Until then, everything since the first turn that
 * had such a document is withheld, including turns that begin after the deletion and cannot have it.
 */
export class PurgesOfDeleted {
  readonly #services: Services;
  #running = Promise.resolve();

  constructor(services: Services) {
    this.#services = services;
  }

  afterDeletions(): MiddlewareHandler<AppEnv> {
    return async (context, next) => {
      await next();
      const { method, path } = context.req;
      if (method !== 'DELETE' || !context.res.ok || !DELETIONS.test(path)) return;
      this.#running = this.#running.then(() => this.#purge());
    };
  }

  /** Resolves when no purge is running. */
  done(): Promise<void> {
    return this.#running;
  }

  async #purge(): Promise<void> {
    try {
      await purgeConversations(this.#services);
    } catch (error) {
      this.#services.log.warn({ err: error }, 'conversations still have text of deleted documents');
    }
  }
}
