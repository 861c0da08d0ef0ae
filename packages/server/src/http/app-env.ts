import type { HttpBindings } from '@hono/node-server';
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { AuditEvent } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';

export interface AppEnv {
  /** Absent when the server is called in its own process, without a socket. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    principal: Principal | null;
    requestId: string;
    /** For the audit log, where a route knows more than the request says. */
    auditNote?: Partial<Pick<AuditEvent, 'actor' | 'target' | 'details'>>;
  };
}

export type Api = OpenAPIHono<AppEnv>;
