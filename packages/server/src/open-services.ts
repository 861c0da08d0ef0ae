import { PreparePool, SampleCache } from '@ibid/retrieval/internal';
import {
  AgentRepository,
  ApiKeyRepository,
  ConversationLinkRepository,
  AuditRepository,
  BlobStore,
  ConnectedItemRepository,
  ConnectedLogRepository,
  ConnectedSourceRepository,
  ConversationRepository,
  EvidenceCellRepository,
  EvidenceTableRepository,
  FeedbackRepository,
  FileRepository,
  IdempotencyRepository,
  InquiryRepository,
  JobRepository,
  KeptFolderRepository,
  MessageRepository,
  PacketRepository,
  ProjectRepository,
  QuotaRepository,
  ReadingAttemptRepository,
  ResponseRepository,
  SecondFactorRepository,
  ServerRepository,
  SessionRepository,
  SettingsRepository,
  SourceRepository,
  SpendingRepository,
  SummaryRepository,
  TurnRepository,
  UsageRepository,
  UserRepository,
  openKnowledge,
} from '@ibid/store/internal';
import { createOutgoing } from './http/outgoing.js';
import { createTurnLimit } from './http/rate-limits.js';
import { jobTask } from './jobs/job-task.js';
import type { TaskOf } from './jobs/job-runner.js';
import { OwnJobRunner } from './jobs/own-job-runner.js';
import { builtInExtractive } from './models/built-in-models.js';
import { ModelRegistry } from './models/model-registry.js';
import { SearchModels } from './models/search-models/search-models.js';
import { SecretBox } from './models/secret-box.js';
import { createLog } from './observability/create-log.js';
import { Metrics } from './observability/metrics.js';
import { configuredTelemetry } from './observability/configured-telemetry.js';
import { traceSearches } from './observability/trace-searches.js';
import { openConfiguredDatabase } from './open-configured-database.js';
import type { ServerOptions } from './options.js';
import { cacheSearches } from './scale/cached-searches.js';
import { noLiveChannel } from './scale/live-channel.js';
import type { Services } from './services.js';
import { chosenReranker } from './models/chosen-reranker.js';
import { storedKeyId } from './settings/rotate-key.js';
import { ocrSettings } from './knowledge/ocr-settings.js';
import { readSystemSettings } from './settings/system-settings.js';
import { sealEarlierSecrets } from './settings/seal-secrets.js';
import { LiveTurns } from './turns/live-turns.js';
import { version } from './version.js';

/** Opens the data folder or database and wires everything together. `close` undoes it. */
export async function openServices(
  options: ServerOptions,
): Promise<{ services: Services; close: () => Promise<void> }> {
  const log = createLog(options.logLevel);
  const database = await openConfiguredDatabase(options);
  const { db } = database;
  const searchModels = new SearchModels({ models: () => services.models, log, server: options });
  const embedder = () => searchModels.embedding.current;
  const knowledge = await openKnowledge({
    database,
    embedder,
    reranker: () => chosenReranker(services),
    preferNewer: async () => (await readSystemSettings(services.settings)).preferNewer,
  });
  const outgoing = createOutgoing({
    privateHosts: options.privateHosts,
    resolve: options.resolveHost ?? undefined,
  });
  const settings = new SettingsRepository(db);
  const keyId = await storedKeyId(database);
  const secrets = await SecretBox.open(options.dataFolder, {
    secret: options.environment['IBID_SECRET'],
    keyId,
  });
  if (keyId !== null && keyId !== secrets.id)
    log.error('stored secrets were encrypted with another key: restore secret.key, or set IBID_SECRET to it');
  const turns = new TurnRepository(db);
  const packets = new PacketRepository(db, database.dialect);
  const servers = new ServerRepository(db);
  const serverId = await servers.register();
  const telemetry = await configuredTelemetry({ environment: options.environment, version, serverId, log });
  const jobs = new JobRepository(db);
  const blobs = new BlobStore(options.dataFolder);
  // Loaded only if configured: its clients take a fifth of the startup time.
  const shared = options.redisUrl
    ? { ...(await import('./scale/with-redis.js')), url: options.redisUrl }
    : null;
  const redis = shared ? shared.openRedis({ url: shared.url, log, purpose: 'limits' }) : null;
  const channel = shared ? new shared.RedisLiveChannel({ url: shared.url, log }) : noLiveChannel;
  const [first, ...others] = [...options.models, builtInExtractive(embedder)];
  if (!first) throw new RangeError('There is always a built-in model.');
  const taskOf: TaskOf = (job) => jobTask(services, job);
  const services: Services = {
    options,
    version,
    staysOpen: false,
    log,
    metrics: new Metrics(),
    telemetry,
    serverId,
    database,
    users: new UserRepository(db),
    sessions: new SessionRepository(db),
    apiKeys: new ApiKeyRepository(db),
    secondFactors: new SecondFactorRepository(db),
    links: new ConversationLinkRepository(db),
    settings,
    outgoing,
    audit: new AuditRepository({ database, sign: (text) => secrets.sign(text) }),
    conversations: new ConversationRepository(db),
    messages: new MessageRepository(db),
    turns,
    packets,
    sources: new SourceRepository(db),
    summaries: new SummaryRepository(db),
    files: new FileRepository(db),
    blobs,
    projects: new ProjectRepository(db),
    agents: new AgentRepository(db),
    evidenceTables: new EvidenceTableRepository(db),
    evidenceCells: new EvidenceCellRepository(database),
    inquiries: new InquiryRepository(db),
    feedback: new FeedbackRepository(db),
    jobs,
    keptFolders: new KeptFolderRepository(db),
    connectedSources: new ConnectedSourceRepository(db),
    connectedItems: new ConnectedItemRepository(db),
    connectedLog: new ConnectedLogRepository(db),
    jobRunner: shared
      ? new shared.QueuedJobRunner({
          url: shared.url,
          db,
          jobs,
          log,
          takesJobs: options.role !== 'api',
          taskOf,
        })
      : new OwnJobRunner({ jobs, serverId, log, taskOf }),
    usage: new UsageRepository(db),
    spending: new SpendingRepository(db),
    quotas: new QuotaRepository({ db, sizeOf: (hash) => blobs.size(hash) }),
    idempotency: new IdempotencyRepository(db),
    responses: new ResponseRepository(db),
    servers,
    knowledge: traceSearches(redis ? cacheSearches(knowledge, { redis, db }) : knowledge, telemetry),
    get embedder() {
      return embedder();
    },
    searchModels,
    preparePool: new PreparePool({
      limits: options.reading,
      attempts: new ReadingAttemptRepository(db),
      ocr: { settings: () => ocrSettings(services), pages: knowledge.writer.ocrPages },
    }),
    sampleCache: new SampleCache({ now: () => Date.now() }),
    secrets,
    models: new ModelRegistry({
      environment: options.environment,
      dataFolder: options.dataFolder,
      settings,
      secrets,
      fetch: outgoing.fetch,
      builtIn: [first, ...others],
      rerankingModels: options.rerankingModels,
    }),
    channel,
    redis,
    turnLimit: createTurnLimit({ turnsPerMinute: options.limits.turnsPerMinute, redis }),
    liveTurns: new LiveTurns({
      serverId,
      packets,
      // With SQLite there is usually one server, and a slow disk should not delay answers.
      storesFirst: database.dialect === 'postgres',
      takenOf: (turnIds) => turns.takenFrom(serverId, turnIds),
      channel,
      onStoreError: (error) => log.error({ err: error }, 'packets could not be stored yet'),
    }),
  };
  await sealEarlierSecrets(services);
  // Not awaited: it may have to be loaded or even downloaded.
  void searchModels.look();
  const close = async () => {
    await services.jobRunner.close();
    await servers.remove(services.serverId).catch(() => {});
    await services.preparePool.close();
    await knowledge.close();
    await searchModels.close();
    await channel.close();
    redis?.disconnect();
    await database.close();
    await telemetry.close();
  };
  telemetry.gauge('ibid.turns.running', () => services.liveTurns.size);
  telemetry.gauge('ibid.streams.open', () => services.liveTurns.watchers);
  channel.onStop((turnId) => services.liveTurns.stop(turnId));
  return { services, close };
}
