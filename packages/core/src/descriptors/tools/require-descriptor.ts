import type { DescriptorMetadata, DescriptorStore } from '../descriptor-store.js';
import { DescriptorNotFound } from '../errors/descriptor-errors.js';
import { handleFromModel } from '../handle.js';

/** The descriptor a model named. Throws an error for the model if it does not exist. */
export async function requireDescriptor(store: DescriptorStore, text: string): Promise<DescriptorMetadata> {
  const handle = handleFromModel(text);
  const metadata = await store.describe(handle.name, handle.version);
  if (metadata) return metadata;
  throw new DescriptorNotFound(handle.version ? `${handle.name}@${handle.version}` : handle.name);
}
