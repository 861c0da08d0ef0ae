import { z } from '@hono/zod-openapi';
import { IdSchema } from './common.js';
import { CitationSchema, ClaimSchema } from './message.js';

const ExtentSchema = z.enum(['conversation', 'answer']);

const ConversationLinkSchema = z
  .object({
    id: z.string(),
    /** The last answer it shows. */
    messageId: z.string(),
    extent: ExtentSchema,
    showsPassages: z.boolean(),
    createdAt: z.string(),
    expiresAt: z.string(),
  })
  .openapi('ConversationLink');

export const ConversationLinksSchema = z.object({
  rows: z.array(ConversationLinkSchema),
  /** Whether the administrator allows links. */
  isOn: z.boolean(),
});

export const NewConversationLinkSchema = z.object({
  /** An answer. It and everything before it is shown, nothing after it. */
  messageId: IdSchema,
  /** The conversation up to that answer, or that answer with its question. */
  extent: ExtentSchema.default('conversation'),
  /** Whether citations show their passages, if the creator of the link may see the document. */
  showsPassages: z.boolean().default(true),
  days: z.number().int().min(1).max(365).default(7),
});

export const MadeConversationLinkSchema = z.object({
  link: ConversationLinkSchema,
  /** Opens it: `/shared#TOKEN` on the page. Returned only here. */
  token: z.string(),
});

export const LinkTokenSchema = z.object({ token: z.string().min(1).max(200) });

const SharedMessageSchema = z
  .discriminatedUnion('role', [
    z.object({
      role: z.literal('user'),
      id: z.string(),
      text: z.string(),
      /** Names only. */
      files: z.array(z.string()),
    }),
    z.object({
      role: z.literal('assistant'),
      id: z.string(),
      status: z.string(),
      balance: z.string().nullable(),
      answers: z.array(
        z.object({ text: z.string(), citations: z.array(CitationSchema), claims: z.array(ClaimSchema) }),
      ),
    }),
  ])
  .openapi('SharedMessage');

/** ANS-4 */
export const SharedConversationSchema = z
  .object({
    title: z.string(),
    extent: ExtentSchema,
    showsPassages: z.boolean(),
    expiresAt: z.string(),
    messages: z.array(SharedMessageSchema),
  })
  .openapi('SharedConversation');
