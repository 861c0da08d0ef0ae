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
import type { Outgoing } from './http/outgoing.js';
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

/** How this server was started and what was set since, with the key to what is sealed. */
export interface Configuration {
  options: ServerOptions;
  version: string;
  settings: SettingsRepository;
  secrets: SecretBox;
  outgoing: Outgoing;
  /** A server that listens. The command line opens the same data for a moment only. */
  staysOpen: boolean;
}

/** What operators read. */
export interface Observability {
  log: Logger;
  metrics: Metrics;
  telemetry: Telemetry;
}

/** The database itself, for what crosses tables. */
export interface Storage {
  database: OpenDatabase;
}

/** Who did what. */
export interface Auditing {
  audit: AuditRepository;
}

/** People, and how they are recognised. */
export interface Accounts {
  users: UserRepository;
  sessions: SessionRepository;
  apiKeys: ApiKeyRepository;
  secondFactors: SecondFactorRepository;
}

/** What people have used, and may use. */
export interface Budgets {
  usage: UsageRepository;
  /** ORG-5: what people have used of their budgets. */
  spending: SpendingRepository;
  quotas: QuotaRepository;
  /** Takes one of the turns that a user (`user:…`) may begin in a minute. */
  turnLimit: RateLimit;
}

/** What was asked and answered, and what was said of it. */
export interface Conversations {
  conversations: ConversationRepository;
  messages: MessageRepository;
  turns: TurnRepository;
  sources: SourceRepository;
  summaries: SummaryRepository;
  links: ConversationLinkRepository;
  feedback: FeedbackRepository;
}

/** Answers while they are made, and for requests that are sent again. */
export interface Answering {
  liveTurns: LiveTurns;
  packets: PacketRepository;
  /** What other servers hear of these turns, and tell of theirs. */
  channel: LiveChannel;
  idempotency: IdempotencyRepository;
  responses: ResponseRepository;
}

/** Who answers. */
export interface Agents {
  agents: AgentRepository;
}

/** What belongs together. */
export interface Projects {
  projects: ProjectRepository;
}

/** What people attach or upload, and what reads it. */
export interface Files {
  files: FileRepository;
  blobs: BlobStore;
  /** Reads files in processes with limits. */
  preparePool: PreparePool;
}

/** Knowledge bases: searching, reading, writing. */
export interface KnowledgeAccess {
  knowledge: Knowledge;
  /** Samples of knowledge bases, by who may see them. */
  sampleCache: SampleCache;
}

/** Models that answer and models that search. */
export interface Models {
  models: ModelRegistry;
  searchModels: SearchModels;
  /** In use now, exchanged when the settings change: to be asked for each time. Null: no search by meaning. */
  readonly embedder: Promise<Embedder | null>;
}

/** Questions that take more than a turn. */
export interface Research {
  evidenceTables: EvidenceTableRepository;
  evidenceCells: EvidenceCellRepository;
  inquiries: InquiryRepository;
}

/** Long work, wherever it runs. */
export interface Jobs {
  jobs: JobRepository;
  jobRunner: JobRunner;
}

/** Folders and sources that knowledge bases follow (KB-10). */
export interface Connections {
  /** KB-10; `sources` are those of answers. */
  connectedSources: ConnectedSourceRepository;
  connectedItems: ConnectedItemRepository;
  connectedLog: ConnectedLogRepository;
  keptFolders: KeptFolderRepository;
}

/** This server among others. */
export interface Processes {
  serverId: string;
  servers: ServerRepository;
  /** For counts that servers share; null without Redis. */
  redis: Redis | null;
}

/** What calls a model about knowledge bases, and keeps count of what it costs. */
export type ModelWork = Configuration & Observability & Budgets & KnowledgeAccess & Models;

/** What makes an answer. */
export type TurnWork = ModelWork & Storage & Conversations & Agents & Projects & Files;

/** What makes an answer that people follow. */
export type LiveTurnWork = TurnWork & Answering & Jobs & Processes;

/** What deletes a conversation, with all that only it needed. */
export type Erasing = Configuration & Observability & Storage & Conversations & Files & KnowledgeAccess;

/**
 * Everything, wired once at the start. Only what puts the server together knows all of it; every function names the ports
 * it uses, so that its first line says what it can touch.
 */
export interface Services
  extends
    Configuration,
    Observability,
    Storage,
    Auditing,
    Accounts,
    Budgets,
    Conversations,
    Answering,
    Agents,
    Projects,
    Files,
    KnowledgeAccess,
    Models,
    Research,
    Jobs,
    Connections,
    Processes {}
