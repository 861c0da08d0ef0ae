import { z } from 'zod';
import { mostMegabytes, pauseSeconds, webAddress } from '../common-settings.js';

export const SiteSettingsSchema = z.object({
  url: webAddress('The page to start from, such as https://example.org/docs/'),
  within: z
    .enum(['folder', 'host'])
    .default('folder')
    .meta({
      title: 'Pages',
      choiceLabels: { folder: 'Below the start page', host: 'All pages of the site' },
    }),
  depth: z
    .number()
    .int()
    .min(0)
    .max(20)
    .default(5)
    .meta({ title: 'Depth', description: 'How many links away from the start page' }),
  pages: z
    .number()
    .int()
    .min(1)
    .max(20_000)
    .default(1_000)
    .meta({ title: 'Most pages', description: 'The crawl ends there, however large the site is' }),
  megabytes: mostMegabytes('Larger pages and files are left out'),
  delaySeconds: pauseSeconds('Between two requests; the site may ask for a longer one'),
});

export type SiteSettings = z.infer<typeof SiteSettingsSchema>;
