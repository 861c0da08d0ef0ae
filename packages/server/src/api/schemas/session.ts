import { z } from '@hono/zod-openapi';
import { orNull } from './common.js';

export const NameSchema = z
  .string()
  .trim()
  .min(1)
  .max(100)
  // Control characters would allow names that look alike.
  .regex(/^[^\p{C}]+$/u);

export const PasswordSchema = z.string().min(10).max(1000);

const SessionUserSchema = z
  .object({ id: z.string(), name: z.string(), role: z.enum(['administrator', 'member']) })
  .openapi('SessionUser');

export const SessionSchema = z
  .object({
    /** `setup`: nobody can log in yet; the one-time link of the first start creates the administrator. */
    mode: z.enum(['local', 'login', 'setup']),
    user: orNull(SessionUserSchema),
    /** Must be sent as `x-csrf-token` with every request that changes something. */
    csrfToken: z.string().nullable(),
    /** ORG-1: this session can do nothing else until a second factor is set up. */
    mustSetUpSecondFactor: z.boolean(),
    /** ORG-1: login providers, each at `/api/login/{id}`. */
    identityProviders: z.array(z.object({ id: z.string(), name: z.string() })),
    version: z.string(),
  })
  .openapi('Session');

export const LoginSchema = z.object({
  name: z.string().min(1).max(100),
  password: z.string().min(1).max(1000),
  /** A code of the second factor or a recovery code; only if the user has one. */
  code: z.string().min(1).max(40).optional(),
});

export const SetupSchema = z.object({
  token: z.string().min(1).max(200),
  name: NameSchema,
  password: PasswordSchema,
});

/** ORG-1: one of the user's sessions. */
export const OwnSessionSchema = z
  .object({
    id: z.string(),
    /** The current session. */
    isThis: z.boolean(),
    browser: z.string().nullable(),
    address: z.string().nullable(),
    createdAt: z.string(),
    seenAt: z.string().nullable(),
    expiresAt: z.string(),
  })
  .openapi('OwnSession');

export const PasswordChangeSchema = z.object({
  current: z.string().min(1).max(1000),
  password: PasswordSchema,
  /** Also ends the user's API keys: someone who knew the old password may have created one. */
  withdrawKeys: z.boolean().default(true),
});
