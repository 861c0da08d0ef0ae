/** The file beside a fetched model that says what was fetched, and from where. */
export const MANIFEST = 'ibid-model.json';

/** What was fetched of a model, and from where. */
export interface ModelManifest {
  name: string;
  hub: string;
  /** The hub's commit. */
  revision: string;
  weights: string;
  bytes: number;
  /** By their path, as the hub tells them and as they were checked. */
  files: Record<string, { bytes: number; hash: string }>;
}
