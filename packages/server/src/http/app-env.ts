import type { HttpBindings } from '@hono/node-server';
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { AuditEvent } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';

export interface AppEnv {
  /** Absent when the server is called in-process, without a socket. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    principal: Principal | null;
    requestId: string;
    /** For the audit log, if a route knows more than the request shows. */
    auditNote?: Partial<Pick<AuditEvent, 'actor' | 'target' | 'details'>>;
  };
}

export type Api = OpenAPIHono<AppEnv>;
