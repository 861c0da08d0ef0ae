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
  /** Maximum size of a JSON body. */
  bodyBytes: number;
  /** Maximum size of one uploaded file. */
  fileBytes: number;
  filesPerUpload: number;
  /** Requests per minute and user, or per address for strangers. */
  requestsPerMinute: number;
  turnsPerMinute: number;
  /**
   * Failed logins per name and address before further ones must wait, twice as long each time. Per quarter of an hour,
   * an address has three times as many over all names, and a name ten times as many over all new addresses.
   */
  failedLogins: number;
}

/** `IBID_READ_MEMORY_MB` and `IBID_READ_SECONDS`. */
export type ReadingLimits = Pick<ParseLimits, 'maxBytes' | 'memoryMegabytes' | 'cpuMilliseconds'>;

/**
 * Options for starting a server. Everything but the folder has a default.
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
  /** Default 4646; 0 for any free port. */
  port?: number;
  /** `local`: one user, no login, loopback only. Default. */
  mode?: 'local' | 'login';
  /** `postgres://…` instead of the database in the data folder. */
  databaseUrl?: string;
  /** `redis://…`: servers that share a database notify each other at once, and share limits and jobs. */
  redisUrl?: string;
  /** What this process does if jobs are shared through Redis. Default `all`. */
  role?: 'api' | 'worker' | 'all';
  logLevel?: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  /** Default: the environment of the process. */
  environment?: Environment;
  /** Origins of pages on other hosts that may call the API. */
  allowedOrigins?: readonly string[];
  /** Set behind a proxy: trusts its `x-forwarded-for` and `x-forwarded-proto` headers. */
  trustProxy?: boolean;
  /** The public address of this server, if it cannot be detected. Default: `IBID_PUBLIC_URL`. */
  publicUrl?: string;
  /**
   * Folders of the server that administrators may ingest, including subfolders. Default: `IBID_FOLDER_ROOTS`. Without
   * it, none with login; in local mode, everything the one user may read.
   */
  folderRoots?: readonly string[];
  /**
   * Hosts in private networks allowed for sources, models, tools and log-ins, as `host` or `*.host`, with an optional
   * `:port`. Default: `IBID_PRIVATE_HOSTS`. Without it, none with login; in local mode, those that were entered.
   */
  privateHosts?: readonly string[];
  /** Resolves host names to numeric addresses. Default: the system's resolver. */
  resolveHost?: (host: string) => Promise<string[]>;
  /** Additional kinds of sources; one with the name of a built-in kind replaces it. */
  connectors?: readonly ConnectorKind[];
  /** Semantic search. Default `local`. */
  embedder?: 'local' | 'none';
  /** The caller's models, listed with the others; the first becomes the default. */
  models?: readonly BuiltInModel[];
  /** The caller's tools for every turn, in addition to Ibid's; the same type as in the library. */
  tools?: readonly Tool[];
  /** Reranking models of the AI SDK, selectable in the settings as `provider/model`. */
  rerankingModels?: readonly RerankingModelV4[];
  limits?: Partial<Limits>;
  /** Limits per file for the processes that read files. */
  reading?: Partial<ReadingLimits>;
  /** How long running turns may continue when the server closes. Default 5,000. */
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
  const readMegabytes = numberIn(environment['IBID_READ_FILE_MB'], 1);
  const readBytes = readMegabytes === null ? DEFAULT_PARSE_LIMITS.maxBytes : readMegabytes * MEBIBYTE;
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
    publicUrl: (options.publicUrl ?? environment['IBID_PUBLIC_URL']?.trim()) || null,
    folderRoots: options.folderRoots?.map((root) => resolve(root)) ?? rootsOf(environment, mode),
    privateHosts: options.privateHosts ?? privateHostsOf(environment, mode),
    resolveHost: options.resolveHost ?? null,
    connectors: options.connectors ?? [],
    embedder: options.embedder ?? (environment['IBID_EMBEDDER'] === 'none' ? 'none' : 'local'),
    models: options.models ?? [],
    tools: options.tools ?? [],
    rerankingModels: options.rerankingModels ?? [],
    // What may be read may be uploaded.
    limits: {
      ...DEFAULT_LIMITS,
      fileBytes: Math.max(DEFAULT_LIMITS.fileBytes, readBytes),
      ...options.limits,
    },
    reading: {
      maxBytes: readBytes,
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

/** Ignores values that are not a number or are too small to be usable. */
function numberIn(text: string | undefined, least: number): number | null {
  const number = Number(text?.trim() || NaN);
  return number >= least ? number : null;
}

function listOf(text: string | undefined): string[] {
  return (text ?? '').split(',').flatMap((part) => part.trim() || []);
}
