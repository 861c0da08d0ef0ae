import { z } from 'zod';
import { mostMegabytes, pauseSeconds, webAddress } from '../common-settings.js';

export const FeedSettingsSchema = z.object({
  url: webAddress('The address of an RSS, Atom or JSON feed'),
  content: z
    .enum(['page', 'entry'])
    .default('page')
    .meta({
      title: 'Text',
      choiceLabels: { page: 'The page each entry links to', entry: 'Only what the feed itself says' },
    }),
  megabytes: mostMegabytes('Larger pages are left out'),
  delaySeconds: pauseSeconds('Between two pages'),
});

export type FeedSettings = z.infer<typeof FeedSettingsSchema>;
