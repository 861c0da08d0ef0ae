/** The file beside a fetched model that records what was fetched, and from where. */
export const MANIFEST = 'ibid-model.json';

export interface ModelManifest {
  name: string;
  hub: string;
  /** The hub's commit. */
  revision: string;
  weights: string;
  bytes: number;
  /** By path, with the sizes and hashes that were checked. */
  files: Record<string, { bytes: number; hash: string }>;
}
