import { ScopedKnowledge, narrowScope, parseScope } from '@ibid/retrieval/internal';
import type { KnowledgeBase } from '@ibid/retrieval/internal';
import type { Agent, Project } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import type { Services } from '../services.js';

export interface ChosenKnowledge {
  knowledge: ScopedKnowledge;
  /** Bases that this turn may not use although the user may see them. */
  disabledKnowledgeBaseIds: string[];
  /** Whether there is anything to search. */
  hasKnowledge: boolean;
}

/**
 * The knowledge bases that a turn may search: those that the user may see and has switched on, limited to the agent's
 * choice if any. Of project and conversation bases, only those the turn belongs to.
 */
export async function chooseKnowledge(options: {
  services: Pick<Services, 'knowledge'>;
  principal: Principal;
  conversationId: string;
  agent: Agent | null;
  project: Project | null;
  scope: readonly string[];
  disabledByUser: readonly string[];
}): Promise<ChosenKnowledge> {
  const { agent, project, principal } = options;
  const bases = await options.services.knowledge.reader.listKnowledgeBases(principal.viewer);
  const belongs = (base: KnowledgeBase): boolean => {
    if (base.kind === 'project') return base.id === project?.knowledgeBaseId;
    if (base.kind === 'conversation') return base.id === conversationBaseId(options.conversationId);
    if (options.disabledByUser.includes(base.id)) return false;
    return agent?.knowledgeBaseIds == null || agent.knowledgeBaseIds.includes(base.id);
  };
  const disabled = bases.filter((base) => !belongs(base)).map((base) => base.id);
  const usable = bases.length - disabled.length;
  const knowledge = new ScopedKnowledge({
    store: options.services.knowledge.reader,
    viewer: principal.viewer,
    scope: narrowScope(parseScope(options.scope), null),
    disabledKnowledgeBaseIds: disabled,
  });
  return { knowledge, disabledKnowledgeBaseIds: disabled, hasKnowledge: usable > 0 };
}

/** The knowledge base of a conversation, in which files too large for the window are searched. */
export function conversationBaseId(conversationId: string): string {
  return `conversation-${conversationId}`;
}
