import { createRoute } from '@hono/zod-openapi';
import type { Inquiry } from '@ibid/store/internal';
import { IdParamSchema } from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import type { Principal } from '../auth/principal.js';
import type { Api } from '../http/app-env.js';
import { nothing, problems } from '../http/route-parts.js';
import { stopInquiry } from '../inquiries/inquiry-jobs.js';
import type { Jobs, Research } from '../services.js';

/** Stopping and deleting, the same for reports and contradictions. */
export function registerInquiryEnds(
  api: Api,
  services: Research & Jobs,
  options: {
    path: string;
    tags: string[];
    own: (principal: Principal, id: string) => Promise<Inquiry>;
    stopSummary: string;
    deleteSummary: string;
  },
): void {
  const { path, tags, own, stopSummary, deleteSummary } = options;
  const parts = { tags, request: { params: IdParamSchema }, responses: { ...nothing, ...problems } };

  api.openapi(
    createRoute({ method: 'post', path: `${path}/{id}/stop`, summary: stopSummary, ...parts }),
    async (context) => {
      await stopInquiry(services, await own(principalOf(context, 'write'), context.req.valid('param').id));
      return context.body(null, 204);
    },
  );

  api.openapi(
    createRoute({ method: 'delete', path: `${path}/{id}`, summary: deleteSummary, ...parts }),
    async (context) => {
      const principal = principalOf(context, 'write');
      const inquiry = await own(principal, context.req.valid('param').id);
      await stopInquiry(services, inquiry);
      await services.inquiries.delete(principal.user.id, inquiry.id);
      return context.body(null, 204);
    },
  );
}
