import { branchTo, conversationWorkspace } from '@ibid/store/internal';
import type { BranchWorkspace, MessageNode } from '@ibid/store/internal';
import type { Services } from '../services.js';
import type { Withholding } from '../sharing/withholding.js';

/** The files of a conversation as one branch sees them: those its own messages wrote (FD-7). */
export function openWorkspace(
  services: Pick<Services, 'options'>,
  options: {
    conversationId: string;
    tree: readonly MessageNode[];
    leafId: string | null;
    /** Messages about to be added to the branch; writes go to the last one. */
    adding?: readonly string[];
    /** A file may contain whatever the model had read when it wrote it. */
    withholding?: Withholding | null;
  },
): BranchWorkspace {
  const path = branchTo(options.tree, options.leafId)
    .map((node) => node.id)
    .filter((id) => !options.withholding?.mayBeIn(id));
  return conversationWorkspace({
    dataFolder: services.options.dataFolder,
    conversationId: options.conversationId,
    messageIds: [...path, ...(options.adding ?? [])],
  });
}
