import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { previewContext } from '../api/turns.js';
import { texts } from '../texts/texts.js';

/** The system prompt as the server would assemble it from the edited text. */
export function PromptPreview({ prompt }: { prompt: string }) {
  const tried = useDeferredValue(prompt);
  const preview = useQuery({
    queryKey: ['prompt-preview', tried],
    queryFn: () => previewContext(null, { text: '…', parentMessageId: null, systemPrompt: tried }),
    placeholderData: (before) => before,
    gcTime: 0,
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
