import type { QuotaKind } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import { HttpError } from '../errors/index.js';
import type { Services } from '../services.js';
import { budgetOf } from './budget.js';

class QuotaReached extends HttpError {
  readonly code: string;
  readonly status: number;
  readonly title = 'Quota reached';

  constructor(kind: QuotaKind, used: number, limit: number) {
    super(
      kind === 'jobs'
        ? `You have ${used} of ${limit} jobs waiting or running. Wait until one is done, or cancel one.`
        : `There is not enough room for this: you are using ${megabytes(used)} of ${megabytes(limit)}. Delete what you no longer need, or ask an administrator for more.`,
    );
    this.code = kind === 'jobs' ? 'too_many_jobs' : 'storage_full';
    this.status = kind === 'jobs' ? 429 : 413;
  }
}

/** ORG-5: runs work that adds jobs or stored bytes if the user's quotas allow it. */
export async function withinQuotas<Result>(
  services: Pick<Services, 'settings' | 'quotas'>,
  principal: { user: Pick<Principal['user'], 'id' | 'role'> },
  adds: { jobs?: number; storage?: number },
  work: () => Promise<Result>,
): Promise<Result> {
  const budget = await budgetOf(services, principal.user);
  const limits: Record<QuotaKind, number | null> = {
    jobs: budget.runningJobs,
    storage: budget.storageBytes,
  };
  const releases: (() => Promise<void>)[] = [];
  try {
    for (const kind of ['jobs', 'storage'] as const) {
      const [amount, limit] = [adds[kind], limits[kind]];
      if (amount === undefined || limit === null) continue;
      const held = await services.quotas.hold({ userId: principal.user.id, kind, amount, limit });
      if ('used' in held) throw new QuotaReached(kind, held.used, limit);
      releases.push(held.release);
    }
    return await work();
  } finally {
    for (const release of releases) await release();
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
