import { z } from 'zod';

export const FeedSettingsSchema = z.object({
  url: z
    .url({ protocol: /^https?$/u })
    .max(2_000)
    .meta({ title: 'Address', description: 'The address of an RSS, Atom or JSON feed' }),
  content: z
    .enum(['page', 'entry'])
    .default('page')
    .meta({
      title: 'Text',
      choiceLabels: { page: 'The page each entry links to', entry: 'Only what the feed itself says' },
    }),
  megabytes: z
    .number()
    .int()
    .min(1)
    .max(100)
    .default(10)
    .meta({ title: 'Largest page, in MB', description: 'Larger pages are left out' }),
  delaySeconds: z
    .number()
    .min(0)
    .max(60)
    .default(1)
    .meta({ title: 'Pause, in seconds', description: 'Between two pages' }),
});

export type FeedSettings = z.infer<typeof FeedSettingsSchema>;
