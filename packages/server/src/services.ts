import type { Embedder, PreparePool, SampleCache } from '@ibid/retrieval/internal';
import type {
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
  Knowledge,
  MessageRepository,
  OpenDatabase,
  PacketRepository,
  ProjectRepository,
  QuotaRepository,
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
} from '@ibid/store/internal';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { RateLimit } from './http/rate-limits.js';
import type { JobRunner } from './jobs/job-runner.js';
import type { ModelRegistry } from './models/model-registry.js';
import type { SearchModels } from './models/search-models/search-models.js';
import type { SecretBox } from './models/secret-box.js';
import type { Metrics } from './observability/metrics.js';
import type { Telemetry } from './observability/telemetry.js';
import type { ServerOptions } from './options.js';
import type { LiveChannel } from './scale/live-channel.js';
import type { LiveTurns } from './turns/live-turns.js';

/** Everything the routes work with, wired once at the start. */
export interface Services {
  options: ServerOptions;
  version: string;
  log: Logger;
  metrics: Metrics;
  telemetry: Telemetry;
  serverId: string;
  database: OpenDatabase;
  users: UserRepository;
  sessions: SessionRepository;
  apiKeys: ApiKeyRepository;
  secondFactors: SecondFactorRepository;
  links: ConversationLinkRepository;
  settings: SettingsRepository;
  audit: AuditRepository;
  conversations: ConversationRepository;
  messages: MessageRepository;
  turns: TurnRepository;
  packets: PacketRepository;
  sources: SourceRepository;
  summaries: SummaryRepository;
  files: FileRepository;
  blobs: BlobStore;
  projects: ProjectRepository;
  agents: AgentRepository;
  evidenceTables: EvidenceTableRepository;
  evidenceCells: EvidenceCellRepository;
  inquiries: InquiryRepository;
  feedback: FeedbackRepository;
  jobs: JobRepository;
  keptFolders: KeptFolderRepository;
  /** KB-10; `sources` are those of answers. */
  connectedSources: ConnectedSourceRepository;
  connectedItems: ConnectedItemRepository;
  connectedLog: ConnectedLogRepository;
  usage: UsageRepository;
  /** ORG-5: what people have used of their budgets. */
  spending: SpendingRepository;
  quotas: QuotaRepository;
  idempotency: IdempotencyRepository;
  responses: ResponseRepository;
  servers: ServerRepository;
  knowledge: Knowledge;
  /** In use now, exchanged when the settings change: to be asked for each time. Null: no search by meaning. */
  readonly embedder: Promise<Embedder | null>;
  searchModels: SearchModels;
  /** Reads files in processes with limits. */
  preparePool: PreparePool;
  /** Samples of knowledge bases, by who may see them. */
  sampleCache: SampleCache;
  secrets: SecretBox;
  models: ModelRegistry;
  liveTurns: LiveTurns;
  /** What other servers hear of these turns, and tell of theirs. */
  channel: LiveChannel;
  /** For counts that servers share; null without Redis. */
  redis: Redis | null;
  /** Takes one of the turns that a user (`user:…`) may begin in a minute. */
  turnLimit: RateLimit;
  jobRunner: JobRunner;
  /** A server that listens. The command line opens the same data for a moment only. */
  staysOpen: boolean;
}
