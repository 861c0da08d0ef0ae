import { useQuery } from '@tanstack/react-query';
import { useConversations } from '../api/conversations.js';
import { previewContext } from '../api/turns.js';
import { texts } from '../texts/en.js';

/** The system prompt as it is assembled now, taken from a real preview of a conversation. */
export function PromptPreview({ saved }: { saved: string | null }) {
  const conversation = useConversations('').data?.pages[0]?.rows[0];
  const preview = useQuery({
    queryKey: ['prompt-preview', conversation?.id, saved],
    queryFn: () => previewContext(conversation?.id ?? '', { text: '…', parentMessageId: null }),
    enabled: conversation !== undefined,
  });
  const system = preview.data?.report.parts.find((part) => part.kind === 'system');
  if (system === undefined) return null;
  return (
    <section>
      <h3 className="font-semibold">{texts.settings.promptPreview}</h3>
      <p className="mb-2 text-xs text-soft">
        {texts.settings.promptPreviewHint} {texts.common.tokens(system.tokens)}.
      </p>
      <pre
        tabIndex={0}
        role="region"
        aria-label={texts.settings.promptPreview}
        className="scroll-quiet max-h-96 overflow-auto rounded-xl bg-panel p-4 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {system.text}
      </pre>
    </section>
  );
}
