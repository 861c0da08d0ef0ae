import { z } from 'zod';

type Meta = {
  title: string;
  description?: string;
};

/** Settings that several kinds of sources have. */

/** Where a source on the web begins. */
export const webAddress = (description: string) =>
  z
    .url({ protocol: /^https?$/u })
    .max(2_000)
    .meta({ title: 'Address', description });

/** How many items of a source are added. */
export const mostItems = (meta: Meta) => z.number().int().min(1).max(1_000_000).default(100_000).meta(meta);

/** How large a page may be. */
export const mostMegabytes = (description: string) =>
  z.number().int().min(1).max(100).default(10).meta({ title: 'Largest page, in MB', description });

/** How long to wait between two requests. */
export const pauseSeconds = (description: string) =>
  z.number().min(0).max(60).default(1).meta({ title: 'Pause, in seconds', description });
