import type { ConnectorNetwork } from '../connectors/connector.js';
import { ModelNotFetched } from './model-errors.js';
import { refused } from './download-file.js';
import type { WantedFile } from './download-file.js';

const PATIENCE_MILLISECONDS = 30_000;

export interface HubModel {
  /** The commit, so all files are from one version. */
  revision: string;
  files: Map<string, WantedFile>;
}

/** A model's files at a hub, with sizes and hashes, in the API of Hugging Face and its mirrors. */
export async function hubFiles(options: {
  hub: string;
  repository: string;
  revision: string;
  headers: Record<string, string>;
  network: Pick<ConnectorNetwork, 'fetch'>;
  signal?: AbortSignal | undefined;
}): Promise<HubModel> {
  const { hub, repository, headers } = options;
  const url = `${hub}/api/models/${repository}/revision/${encodeURIComponent(options.revision)}?blobs=true`;
  const patience = AbortSignal.timeout(PATIENCE_MILLISECONDS);
  const signal = options.signal ? AbortSignal.any([options.signal, patience]) : patience;
  let response: Response;
  try {
    response = await options.network.fetch(url, { headers, signal });
  } catch (cause) {
    options.signal?.throwIfAborted();
    throw new ModelNotFetched(
      `The model hub at ${new URL(hub).host} cannot be reached. Without a network, put the model's files into a folder and set that (folder:/path).`,
      { canRetry: true, cause },
    );
  }
  if (!response.ok) throw refused(response.status, url);
  const body = (await response.json().catch(() => null)) as { sha?: unknown; siblings?: unknown } | null;
  if (typeof body?.sha !== 'string' || !Array.isArray(body.siblings))
    throw new ModelNotFetched(`${new URL(hub).host} does not answer like a model hub. Check the address.`, {
      canRetry: false,
    });
  const revision = body.sha;
  const files = new Map<string, WantedFile>();
  for (const row of body.siblings as Sibling[]) {
    const hash = row.lfs?.sha256 ? `sha256:${row.lfs.sha256}` : row.blobId ? `git:${row.blobId}` : null;
    if (typeof row.rfilename !== 'string' || typeof row.size !== 'number' || hash === null) continue;
    const path = row.rfilename.split('/').map(encodeURIComponent).join('/');
    files.set(row.rfilename, {
      url: `${hub}/${repository}/resolve/${revision}/${path}`,
      bytes: row.size,
      hash,
    });
  }
  return { revision, files };
}

interface Sibling {
  rfilename?: unknown;
  size?: unknown;
  blobId?: string;
  lfs?: { sha256?: string };
}
