import { z } from 'zod';

/** The setting that limits how many items of a source are added. */
export const mostItems = (meta: { title: string; description?: string }) =>
  z.number().int().min(1).max(1_000_000).default(100_000).meta(meta);
