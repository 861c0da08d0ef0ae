import { delimiter, resolve } from 'node:path';
import type { RerankingModelV4 } from '@ai-sdk/provider';
import type { Tool } from '@ibid/core';
import { DEFAULT_PARSE_LIMITS } from '@ibid/retrieval/internal';
import type { ConnectorKind, ParseLimits } from '@ibid/retrieval/internal';
import { isLoopbackName } from './auth/is-loopback-name.js';
import { LocalModeNeedsLoopback } from './errors/index.js';
import type { BuiltInModel } from './models/model-registry.js';
import type { Environment } from './models/providers-from-environment.js';

export interface Limits {
  /** Of a JSON body. */
  bodyBytes: number;
  /** Of one uploaded file. */
  fileBytes: number;
  filesPerUpload: number;
  /** Requests a minute, for one user or, for strangers, one address. */
  requestsPerMinute: number;
  turnsPerMinute: number;
  /**
   * Wrong passwords for one name from one address before each further one has to wait, twice as long every time. Three
   * times as many a quarter of an hour for an address over all names, ten times for a name over all new addresses.
   */
  failedLogins: number;
}

/** `IBID_READ_MEMORY_MB` and `IBID_READ_SECONDS`. */
export type ReadingLimits = Pick<ParseLimits, 'memoryMegabytes' | 'cpuMilliseconds'>;

/**
 * How a server is started. Everything but the folder has a default.
 *
 * ```ts
 * import type { CreateServerOptions } from '@ibid/server';
 *
 * export const quiet: CreateServerOptions = { dataFolder: './ibid-data', embedder: 'none', logLevel: 'silent' };
 * ```
 */
export interface CreateServerOptions {
  dataFolder: string;
  /** Default 127.0.0.1. */
  host?: string;
  /** Default 4646; 0 for any free one. */
  port?: number;
  /** `local`: one user, no login, loopback only. Default. */
  mode?: 'local' | 'login';
  /** `postgres://…` instead of the database in the data folder. */
  databaseUrl?: string;
  /** `redis://…`: servers that share a database tell each other at once, and share limits and jobs. */
  redisUrl?: string;
  /** What this process does where jobs are shared through Redis. Default `all`. */
  role?: 'api' | 'worker' | 'all';
  logLevel?: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  /** Default: the environment of the process. */
  environment?: Environment;
  /** Origins of pages on other hosts that may call the API. */
  allowedOrigins?: readonly string[];
  /** Behind a proxy: its `x-forwarded-for` and `x-forwarded-proto` are believed. */
  trustProxy?: boolean;
  /** Where people reach this server, where it cannot tell by itself. Default: of `IBID_PUBLIC_URL`. */
  publicUrl?: string;
  /**
   * Folders of the server's machine that administrators may take in, with all below them. Default: of
   * `IBID_FOLDER_ROOTS`; without it none with login, and in local mode all that the one user may read.
   */
  folderRoots?: readonly string[];
  /**
   * Hosts of private networks that sources may be read from and that models, tools and log-ins may be at, as `host` or
   * `*.host`, each with `:port` where only that is meant. Default: of `IBID_PRIVATE_HOSTS`; without it none with login, and in
   * local mode those that were entered.
   */
  privateHosts?: readonly string[];
  /** How names of hosts are looked up: their numeric addresses. Default: as the system does. */
  resolveHost?: (host: string) => Promise<string[]>;
  /** Kinds of sources beside those that Ibid has; one of the same name takes its place. */
  connectors?: readonly ConnectorKind[];
  /** Semantic search. Default `local`. */
  embedder?: 'local' | 'none';
  /** Models of the caller's own, listed beside the others; the first is the default. */
  models?: readonly BuiltInModel[];
  /** Tools of the caller's own, for every turn beside Ibid's; the same as the library takes. */
  tools?: readonly Tool[];
  /** Any reranking models of the AI SDK; one is used when it is chosen in the settings, as `provider/model`. */
  rerankingModels?: readonly RerankingModelV4[];
  limits?: Partial<Limits>;
  /** Of the processes that read files: what one file may take. */
  reading?: Partial<ReadingLimits>;
  /** How long running turns may continue when the server is closed. Default 5,000. */
  closePatienceMilliseconds?: number;
}

export interface ServerOptions extends Required<
  Omit<
    CreateServerOptions,
    | 'databaseUrl'
    | 'redisUrl'
    | 'publicUrl'
    | 'limits'
    | 'reading'
    | 'environment'
    | 'folderRoots'
    | 'privateHosts'
    | 'resolveHost'
  >
> {
  publicUrl: string | null;
  databaseUrl: string | null;
  redisUrl: string | null;
  environment: Environment;
  limits: Limits;
  /** Null: all. */
  folderRoots: readonly string[] | null;
  resolveHost: ((host: string) => Promise<string[]>) | null;
  /** Null: those that were entered. */
  privateHosts: readonly string[] | null;
  reading: ReadingLimits;
}

const MEBIBYTE = 1024 * 1024;

const DEFAULT_LIMITS: Limits = {
  bodyBytes: 8 * MEBIBYTE,
  fileBytes: 200 * MEBIBYTE,
  filesPerUpload: 2000,
  requestsPerMinute: 1200,
  turnsPerMinute: 60,
  failedLogins: 10,
};

export function resolveOptions(options: CreateServerOptions): ServerOptions {
  const environment = options.environment ?? process.env;
  const host = options.host ?? '127.0.0.1';
  const mode = options.mode ?? 'local';
  if (mode === 'local' && !isLoopbackName(host)) throw new LocalModeNeedsLoopback(host);
  return {
    dataFolder: options.dataFolder,
    host,
    port: options.port ?? 4646,
    mode,
    databaseUrl: options.databaseUrl ?? environment['IBID_DATABASE_URL'] ?? null,
    redisUrl: options.redisUrl ?? environment['IBID_REDIS_URL'] ?? null,
    role: options.role ?? 'all',
    logLevel: options.logLevel ?? 'info',
    environment,
    allowedOrigins: options.allowedOrigins ?? listOf(environment['IBID_ALLOWED_ORIGINS']),
    trustProxy: options.trustProxy ?? environment['IBID_TRUST_PROXY'] === '1',
    publicUrl: options.publicUrl ?? environment['IBID_PUBLIC_URL']?.trim() ?? null,
    folderRoots: options.folderRoots?.map((root) => resolve(root)) ?? rootsOf(environment, mode),
    privateHosts: options.privateHosts ?? privateHostsOf(environment, mode),
    resolveHost: options.resolveHost ?? null,
    connectors: options.connectors ?? [],
    embedder: options.embedder ?? (environment['IBID_EMBEDDER'] === 'none' ? 'none' : 'local'),
    models: options.models ?? [],
    tools: options.tools ?? [],
    rerankingModels: options.rerankingModels ?? [],
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    reading: {
      memoryMegabytes:
        numberIn(environment['IBID_READ_MEMORY_MB'], 128) ?? DEFAULT_PARSE_LIMITS.memoryMegabytes,
      cpuMilliseconds:
        (numberIn(environment['IBID_READ_SECONDS'], 1) ?? DEFAULT_PARSE_LIMITS.cpuMilliseconds / 1000) * 1000,
      ...options.reading,
    },
    closePatienceMilliseconds: options.closePatienceMilliseconds ?? 5000,
  };
}

function rootsOf(environment: Environment, mode: 'local' | 'login'): string[] | null {
  const given = environment['IBID_FOLDER_ROOTS'];
  if (given === undefined) return mode === 'local' ? null : [];
  return given.split(delimiter).flatMap((root) => (root.trim() ? resolve(root.trim()) : []));
}

function privateHostsOf(environment: Environment, mode: 'local' | 'login'): string[] | null {
  const given = environment['IBID_PRIVATE_HOSTS'];
  if (given === undefined) return mode === 'local' ? null : [];
  return listOf(given);
}

/** What is no number, or too small to read anything with, is as good as nothing said. */
function numberIn(text: string | undefined, least: number): number | null {
  const number = Number(text?.trim() || NaN);
  return number >= least ? number : null;
}

function listOf(text: string | undefined): string[] {
  return (text ?? '').split(',').flatMap((part) => part.trim() || []);
}
