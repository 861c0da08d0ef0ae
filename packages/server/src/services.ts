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

/** Start options and settings, with the key for sealed values. */
export interface Configuration {
  options: ServerOptions;
  version: string;
  settings: SettingsRepository;
  secrets: SecretBox;
  outgoing: Outgoing;
  /** Whether the server listens. The command line opens the same data only briefly. */
  staysOpen: boolean;
}

/** Logs and metrics for operators. */
export interface Observability {
  log: Logger;
  metrics: Metrics;
  telemetry: Telemetry;
}

/** The database itself, for work across tables. */
export interface Storage {
  database: OpenDatabase;
}

export interface Auditing {
  audit: AuditRepository;
}

/** Users and authentication. */
export interface Accounts {
  users: UserRepository;
  sessions: SessionRepository;
  apiKeys: ApiKeyRepository;
  secondFactors: SecondFactorRepository;
}

/** Usage and limits of users. */
export interface Budgets {
  usage: UsageRepository;
  /** ORG-5: what users have spent of their budgets. */
  spending: SpendingRepository;
  quotas: QuotaRepository;
  /** Takes one of the turns per minute of a user (`user:…`). */
  turnLimit: RateLimit;
}

/** Conversations with their messages, and feedback. */
export interface Conversations {
  conversations: ConversationRepository;
  messages: MessageRepository;
  turns: TurnRepository;
  sources: SourceRepository;
  summaries: SummaryRepository;
  links: ConversationLinkRepository;
  feedback: FeedbackRepository;
}

/** Running answers, and stored ones for repeated requests. */
export interface Answering {
  liveTurns: LiveTurns;
  packets: PacketRepository;
  /** Exchanges news about turns with other servers. */
  channel: LiveChannel;
  idempotency: IdempotencyRepository;
  responses: ResponseRepository;
}

export interface Agents {
  agents: AgentRepository;
}

export interface Projects {
  projects: ProjectRepository;
}

/** Attached and uploaded files, and their readers. */
export interface Files {
  files: FileRepository;
  blobs: BlobStore;
  /** Reads files in processes with resource limits. */
  preparePool: PreparePool;
}

/** Knowledge bases: searching, reading, writing. */
export interface KnowledgeAccess {
  knowledge: Knowledge;
  /** Samples of knowledge bases, by access. */
  sampleCache: SampleCache;
}

/** Answering and search models. */
export interface Models {
  models: ModelRegistry;
  searchModels: SearchModels;
  /** The current embedder, replaced when the settings change; read it each time. Null: no semantic search. */
  readonly embedder: Promise<Embedder | null>;
}

/** Questions that take more than a turn. */
export interface Research {
  evidenceTables: EvidenceTableRepository;
  evidenceCells: EvidenceCellRepository;
  inquiries: InquiryRepository;
}

/** Background jobs, wherever they run. */
export interface Jobs {
  jobs: JobRepository;
  jobRunner: JobRunner;
}

/** Folders and sources that knowledge bases are synced with (KB-10). */
export interface Connections {
  /** KB-10; not to be confused with `sources`, those of answers. */
  connectedSources: ConnectedSourceRepository;
  connectedItems: ConnectedItemRepository;
  connectedLog: ConnectedLogRepository;
  keptFolders: KeptFolderRepository;
}

/** This server process among others. */
export interface Processes {
  serverId: string;
  servers: ServerRepository;
  /** For counters shared by servers; null without Redis. */
  redis: Redis | null;
}

/** Ports for calling a model about knowledge bases, including cost. */
export type ModelWork = Configuration & Observability & Budgets & KnowledgeAccess & Models;

/** Ports for creating an answer. */
export type TurnWork = ModelWork & Storage & Conversations & Agents & Projects & Files;

/** Ports for creating an answer that users follow live. */
export type LiveTurnWork = TurnWork & Answering & Jobs & Processes;

/** Ports for deleting a conversation with everything only it used. */
export type Erasing = Configuration & Observability & Storage & Conversations & Files & KnowledgeAccess;

/**
 * Everything, wired once at the start. Only the code that puts the server together knows all of it; every function
 * names the ports it uses, so its signature shows what it can touch.
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
