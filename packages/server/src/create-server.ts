import { createAdaptorServer } from '@hono/node-server';
import { checkpointInBackground } from '@ibid/store/internal';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSetUp, newSetupToken } from './auth/setup.js';
import { createApi } from './http/create-api.js';
import { describeApi } from './http/describe-api.js';
import { servePage } from './http/serve-page.js';
import { resumeJobs } from './jobs/resume-jobs.js';
import {
  clearUploads,
  forgetDeletedAtEnd,
  forgetDeletedAtStart,
  startEmbedding,
  startFolderWatch,
  startSourceWatch,
  startMaintenance,
  warmSearch,
} from './maintenance.js';
import { closeMcpConnections } from './mcp/mcp-connections.js';
import { openServices } from './open-services.js';
import { resolveOptions } from './options.js';
import type { CreateServerOptions } from './options.js';
import { registerAgentRoutes } from './routes/agents.js';
import { registerEvidencePartRoutes } from './routes/evidence-parts.js';
import { registerEvidenceRoutes } from './routes/evidence.js';
import { registerAuditRoutes } from './routes/audit.js';
import { registerBackupRoutes } from './routes/backups.js';
import { registerBudgetRoutes } from './routes/budgets.js';
import { registerContradictionRoutes } from './routes/contradictions.js';
import { registerConversationExtraRoutes } from './routes/conversation-extras.js';
import { registerConversationLinkRoutes } from './routes/conversation-links.js';
import { registerConversationRoutes } from './routes/conversations.js';
import { registerDescriptorRoutes } from './routes/descriptors.js';
import { registerDoctorRoute } from './routes/doctor.js';
import { registerFeedbackRoutes } from './routes/feedback.js';
import { countInBackground } from './files/count-file.js';
import { registerFileRoutes } from './routes/files.js';
import { registerHealthRoutes } from './routes/health.js';
import { registerIngestRoutes } from './routes/ingest.js';
import { registerJobRoutes } from './routes/jobs.js';
import { registerItemChangesRoute } from './routes/item-changes.js';
import { registerItemOriginalRoute } from './routes/item-original.js';
import { registerItemPageRoutes } from './routes/item-pages.js';
import { registerItemGuideRoutes } from './routes/item-guide.js';
import { registerItemRoutes } from './routes/items.js';
import { registerSourceRoutes } from './routes/sources.js';
import { registerKeptFolderRoutes } from './routes/kept-folders.js';
import { registerKnowledgeBaseRoutes } from './routes/knowledge-bases.js';
import { registerLeftBehindRoutes } from './routes/left-behind.js';
import { registerMcpRoute } from './routes/mcp.js';
import { registerOpenAIRoutes } from './routes/openai.js';
import { registerPeopleRoute } from './routes/people.js';
import { registerPreviewRoutes } from './routes/preview.js';
import { registerProjectRoutes } from './routes/projects.js';
import { registerOwnAccountRoutes } from './routes/own-account.js';
import { registerModelRoutes } from './routes/models.js';
import { registerRetentionRoutes } from './routes/retention.js';
import { registerSecondFactorRoutes } from './routes/second-factor.js';
import { registerReportRoutes } from './routes/reports.js';
import { registerSearchModelRoutes } from './routes/search-models.js';
import { registerSessionRoutes } from './routes/session.js';
import { registerSettingsRoutes } from './routes/settings.js';
import { registerToolRoute } from './routes/tools.js';
import { registerTurnRoutes } from './routes/turns.js';
import { registerUiChatRoutes } from './routes/ui-chat.js';
import { registerUserRoutes } from './routes/users.js';
import { PurgesOfDeleted } from './sharing/purges-of-deleted.js';
import { recoverTurns } from './turns/recover-turns.js';

/**
 * An open server, listening or not.
 *
 * ```ts
 * import type { IbidServer } from '@ibid/server';
 *
 * export const isHealthy = async (server: IbidServer) =>
 *   (await server.fetch(new Request('http://localhost/healthz'))).ok;
 * ```
 */
export interface IbidServer {
  /** Answers a request without a socket, e.g. for the command line in the same process. */
  fetch(request: Request): Response | Promise<Response>;
  /** `setupUrl` is the one-time link of the first start, for creating the administrator. */
  listen(): Promise<{ url: string; setupUrl: string | null }>;
  /** MCP over standard input and output, as this machine's one user, until the other side closes it. */
  serveMcp(): Promise<void>;
  /** Logs an unhandled error, for example from a tool or a library. */
  reportFault(fault: unknown, kind: 'rejection' | 'exception'): void;
  /** Lets running turns finish for a while, stores their results, and closes. */
  close(): Promise<void>;
}

const KEEP_ALIVE_MILLISECONDS = 75_000;

/**
 * Creates a server on one data folder.
 *
 * ```ts no-run
 * import { createServer } from '@ibid/server';
 *
 * const server = await createServer({ dataFolder: './ibid-data' });
 * console.log((await server.listen()).url); // http://127.0.0.1:4646
 * ```
 */
export async function createServer(options: CreateServerOptions): Promise<IbidServer> {
  const openedAt = Date.now();
  const resolved = resolveOptions(options);
  const { services, close: closeServices } = await openServices(resolved);
  await recoverTurns(services);
  for (const file of await services.files.uncounted()) countInBackground(services, file);
  const stopMaintenance = startMaintenance(services);
  let closing = false;
  /** Whether a command that opened the folder briefly has deleted something. */
  let hasDeleted = false;
  let damage: string | null = null;

  const api = createApi(services);
  const purges = new PurgesOfDeleted(services);
  api.use(purges.afterDeletions());
  registerHealthRoutes(api, services, () => ({ isClosing: closing, damage }));
  registerSessionRoutes(api, services);
  registerOwnAccountRoutes(api, services);
  registerSecondFactorRoutes(api, services);
  registerConversationRoutes(api, services);
  registerConversationExtraRoutes(api, services);
  registerConversationLinkRoutes(api, services);
  registerPreviewRoutes(api, services);
  registerDescriptorRoutes(api, services);
  registerTurnRoutes(api, services);
  registerFeedbackRoutes(api, services);
  registerContradictionRoutes(api, services);
  registerReportRoutes(api, services);
  registerKnowledgeBaseRoutes(api, services);
  registerItemRoutes(api, services);
  registerItemGuideRoutes(api, services);
  registerItemOriginalRoute(api, services);
  registerItemPageRoutes(api, services);
  registerItemChangesRoute(api, services);
  registerIngestRoutes(api, services);
  registerJobRoutes(api, services);
  registerKeptFolderRoutes(api, services);
  registerSourceRoutes(api, services);
  registerFileRoutes(api, services);
  registerProjectRoutes(api, services);
  registerAgentRoutes(api, services);
  registerEvidenceRoutes(api, services);
  registerEvidencePartRoutes(api, services);
  registerSettingsRoutes(api, services);
  registerModelRoutes(api, services);
  registerSearchModelRoutes(api, services);
  registerUserRoutes(api, services);
  registerAuditRoutes(api, services);
  registerBackupRoutes(api, services);
  registerBudgetRoutes(api, services);
  registerRetentionRoutes(api, services);
  registerPeopleRoute(api, services);
  registerLeftBehindRoutes(api, services);
  registerToolRoute(api, services);
  registerDoctorRoute(api, services);
  registerOpenAIRoutes(api, services);
  registerUiChatRoutes(api, services);
  registerMcpRoute(api, services);
  describeApi(api, services.version);
  servePage(api);

  let listener: Server | null = null;
  let warmed = Promise.resolve();
  let stopFolderWatch = () => {};
  let stopSourceWatch = () => {};
  let stopEmbedding = () => Promise.resolve();
  let stopCheckpoints = () => Promise.resolve();
  return {
    async fetch(request) {
      const answer = await api.fetch(request, {});
      const deletes = request.method === 'DELETE' || request.url.endsWith('/api/retention/run');
      hasDeleted ||= deletes && answer.ok;
      return answer;
    },
    async listen() {
      const server = createAdaptorServer({ fetch: api.fetch }) as Server;
      // Longer than proxies and clients keep an idle connection. If the server closed first, a request on its way would
      // be lost.
      server.keepAliveTimeout = KEEP_ALIVE_MILLISECONDS;
      listener = server;
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(resolved.port, resolved.host, resolve);
      });
      const { port } = server.address() as AddressInfo;
      const url = `http://${resolved.host.includes(':') ? `[${resolved.host}]` : resolved.host}:${port}`;
      const needsSetup = resolved.mode === 'login' && !(await isSetUp(services));
      const origin = resolved.publicUrl === null ? url : new URL(resolved.publicUrl).origin;
      const setupUrl = needsSetup ? `${origin}/setup?token=${await newSetupToken(services)}` : null;
      // Not for the command line, which opens the folder only briefly.
      services.staysOpen = true;
      forgetDeletedAtStart(services, openedAt);
      warmed = warmSearch(services);
      await resumeJobs(services);
      stopCheckpoints = await checkpointInBackground(services.database, {
        onDamage(found) {
          damage = found;
          services.log.error(
            { damage },
            'the database file is damaged: stop the server and restore a backup',
          );
        },
      });
      await clearUploads(services);
      stopFolderWatch = startFolderWatch(services);
      stopSourceWatch = startSourceWatch(services);
      stopEmbedding = startEmbedding(services);
      services.log.info({ url, mode: resolved.mode }, 'listening');
      return { url, setupUrl };
    },
    serveMcp: async () => (await import('./mcp/serve-stdio.js')).serveMcpOverStdio(services),
    reportFault: (fault, kind) => services.log.error({ err: fault, kind }, 'unhandled rejection'),
    async close() {
      if (closing) return;
      closing = true;
      stopMaintenance();
      stopFolderWatch();
      stopSourceWatch();
      const server = listener;
      const closed = server ? new Promise<void>((resolve) => server.close(() => resolve())) : null;
      server?.closeIdleConnections();
      await services.liveTurns.close(resolved.closePatienceMilliseconds);
      server?.closeAllConnections();
      await closed;
      await purges.done();
      await stopEmbedding();
      await warmed;
      await stopCheckpoints();
      await closeMcpConnections(services.settings);
      if (!services.staysOpen) await forgetDeletedAtEnd(services, { openedAt, hasDeleted });
      await closeServices();
    },
  };
}
