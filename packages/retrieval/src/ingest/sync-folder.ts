import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ingestFiles, type IngestOptions } from './ingest-files.js';
import type { IngestOutcome, IngestReport, IngestSource } from './ingest-types.js';
import { MovedItems } from './moved-items.js';
import { TwinItems } from './twin-items.js';
import { patientWriter } from './patient-writer.js';
import { pipelineVersion } from './pipeline-version.js';
import { reportOf } from './report-of.js';
import { walkFolder, type FolderListing, type LinkPolicy } from './walk-folder.js';

/** A folder to sync a knowledge base with. */
export interface SyncFolderOptions extends IngestOptions {
  folder: string;
  /**
   * Prefix of the external ids of its files; their relative paths follow. Files are recognised by it, so two folders
   * must not share one. Default: the folder's `file:` URL.
   */
  externalIdPrefix?: string;
  links?: LinkPolicy;
  /** Folders below it that are never read, as real paths. */
  except?: readonly string[];
  /** Overrides properties of each file, such as the address where people find it. */
  describe?: (relativePath: string) => Pick<IngestSource, 'url' | 'metadata' | 'access' | 'title'>;
}

/**
 * Syncs a knowledge base with a folder: added, changed, moved and deleted files.
 *
 * ```ts
 * import { syncFolder } from '@ibid/retrieval';
 * import { openLibrary } from 'ibid';
 *
 * const library = await openLibrary({ embedder: null });
 * const { knowledge, knowledgeBaseId } = library;
 * const report = await syncFolder({ folder: './papers', knowledgeBaseId, writer: knowledge.writer, embedder: null });
 * console.log(report.outcomes.length);
 * await library.close();
 * ```
 */
export async function syncFolder(options: SyncFolderOptions): Promise<IngestReport> {
  const { knowledgeBaseId, folder } = options;
  const writer = patientWriter(options.writer, { signal: options.signal });
  options.onProgress?.(SCANNING);
  const listing = await walkFolder({
    folder,
    ...(options.links ? { links: options.links } : {}),
    ...(options.except ? { except: options.except } : {}),
  });
  const prefix = options.externalIdPrefix ?? `${pathToFileURL(folder).href.replace(/\/$/, '')}/`;
  const sources = listing.files.map(({ path, relativePath }): IngestSource => {
    return {
      name: basename(relativePath),
      content: { path },
      externalId: prefix + encodePath(relativePath),
      metadata: { path: relativePath },
      hasFileDate: true,
      ...options.describe?.(relativePath),
    };
  });
  const present = new Set(sources.map((source) => source.externalId));
  const states = await writer.listItemStates({ knowledgeBaseId, externalIdPrefix: prefix });
  const gone = states.filter(
    ({ externalId }) =>
      externalId !== null && !present.has(externalId) && !isUnknown(externalId, prefix, listing),
  );
  const uploaded =
    options.externalIdPrefix === undefined
      ? await writer.listItemStates({ knowledgeBaseId, externalIdPrefix: 'upload:' })
      : [];
  const pipeline = pipelineVersion({ chunkSettings: options.chunkSettings, embedder: options.embedder });
  const report = await ingestFiles({
    ...options,
    sources,
    total: sources.length,
    isFound: true,
    moved: new MovedItems(gone, pipeline),
    twins: new TwinItems(uploaded, pipeline),
  });
  const outcomes: IngestOutcome[] = [
    ...report.outcomes,
    ...listing.unreadable.map((folder) => leftOut(folder, 'failed', 'unreadable')),
    ...listing.special.map((file) => leftOut(file, 'skipped', 'special-file')),
    ...[...listing.neverRead].flatMap(([kind, { files, named }]) => [
      ...named.map((relativePath) => leftOut({ relativePath, reason: NOT_READ }, 'skipped', 'kind')),
      ...(files > named.length
        ? [
            {
              ...leftOut({ relativePath: kind, reason: NOT_READ }, 'skipped', 'kind'),
              files: files - named.length,
            },
          ]
        : []),
    ]),
  ];
  if (!report.stopped) {
    const moved = new Set(
      report.outcomes.flatMap(({ status, itemId }) => (status === 'moved' ? [itemId] : [])),
    );
    for (const { itemId, name, externalId } of gone) {
      if (moved.has(itemId)) continue;
      await writer.removeItem({ itemId });
      outcomes.push({ name, externalId, status: 'removed', itemId, chunks: 0 });
    }
  }
  return reportOf(outcomes, report.stopped);
}

const NOT_READ = 'This kind of file is not read.';

const SCANNING = {
  phase: 'scanning' as const,
  files: { done: 0, total: null, failed: 0 },
  chunks: 0,
  bytes: 0,
  chunksPerSecond: 0,
  secondsLeft: null,
  current: null,
  share: null,
};

/** Below a folder that could not be opened. It may still exist, so it is not treated as deleted. */
function isUnknown(externalId: string, prefix: string, listing: FolderListing): boolean {
  return listing.unreadable.some(({ relativePath }) =>
    externalId.startsWith(`${prefix}${encodePath(relativePath)}/`),
  );
}

function leftOut(
  entry: { relativePath: string; reason: string },
  status: IngestOutcome['status'],
  code: string,
): IngestOutcome {
  const { relativePath: name, reason } = entry;
  return { name, externalId: null, status, itemId: null, chunks: 0, reason, code };
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
