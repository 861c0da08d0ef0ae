import { useAgents } from '../api/library.js';
import type { UserMessageRow } from '../api/types.js';
import { useScopeNames } from '../composer/use-scope-names.js';
import { texts } from '../texts/texts.js';

type Asked = UserMessageRow['asked'];

/** WEB-9: what applied to a question, in words; nothing if nothing was chosen. */
export function AskedLine({ asked }: { asked: Asked }) {
  const words = useAskedWords(asked);
  if (words.length === 0) return null;
  return (
    <p data-testid="asked" className="max-w-[88%] truncate text-xs text-soft">
      {words.join(' · ')}
    </p>
  );
}

export function useAskedWords(asked: Asked): string[] {
  const names = useScopeNames(asked.scope);
  const agents = useAgents().data?.rows ?? [];
  const agent = agents.find(({ id }) => id === asked.agentId)?.name;
  return [
    ...(names.length === 0 ? [] : [texts.conversation.onlyIn(names.join(', '))]),
    ...(agent === undefined ? [] : [texts.conversation.askedAgent(agent)]),
  ];
}
