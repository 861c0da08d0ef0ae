import { z } from 'zod';
import { mostItems } from '../common-settings.js';

export const imapSettings = z.object({
  host: z
    .string()
    .min(1)
    .max(255)
    .meta({ title: 'Mail server', description: 'For example imap.example.org' }),
  port: z.number().int().min(1).max(65_535).default(993).meta({ title: 'Port' }),
  security: z
    .enum(['tls', 'starttls'])
    .default('tls')
    .meta({
      title: 'Encryption',
      choiceLabels: { tls: 'TLS (usually port 993)', starttls: 'STARTTLS (usually port 143)' },
    }),
  user: z.string().min(1).max(300).meta({ title: 'User name' }),
  password: z
    .string()
    .min(1)
    .max(500)
    .meta({ title: 'Password', description: 'Most providers want an app password made for this.' }),
  folders: z
    .array(z.string().min(1).max(500))
    .max(200)
    .default(['INBOX'])
    .meta({ title: 'Folders', description: 'Use * for all folders except drafts, junk and trash.' }),
  since: z.iso
    .date()
    .optional()
    .meta({ title: 'Only messages since', description: 'A day, for example 2025-01-01.' }),
  certificate: z
    .string()
    .max(100_000)
    .optional()
    .meta({ title: 'Certificate', description: 'For a server with a self-signed certificate (PEM).' }),
  maxItems: mostItems({ title: 'At most this many messages', description: 'The newest of each folder.' }),
});
export type ImapSettings = z.infer<typeof imapSettings>;
