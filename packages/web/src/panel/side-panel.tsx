import { X } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { useIsNarrow } from '../lib/use-media.js';
import { texts } from '../texts/texts.js';
import { IconButton } from '../ui/icon-button.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { PanelHandle, usePanelWidth } from './panel-width.js';
import { usePanel } from './panel-context.js';
import type { PanelContent } from './panel-context.js';
import { lazyPart } from '../lib/lazy-part.js';

const DocumentPanel = lazyPart(async () => (await import('./document-panel.js')).DocumentPanel);
const SourcesPanel = lazyPart(async () => (await import('./sources-panel.js')).SourcesPanel);
const ReferencesPanel = lazyPart(async () => (await import('./references-panel.js')).ReferencesPanel);
const ContextPanel = lazyPart(async () => (await import('./context-panel.js')).ContextPanel);
const PreviewPanel = lazyPart(async () => (await import('./preview-panel.js')).PreviewPanel);
const RetrievalPanel = lazyPart(async () => (await import('./retrieval-panel.js')).RetrievalPanel);
const ProofView = lazyPart(async () => (await import('../proof/proof-view.js')).ProofView);
const AgainstPanel = lazyPart(async () => (await import('./against-panel.js')).AgainstPanel);

const titles = (): Record<PanelContent['kind'], string> => ({
  document: texts.panel.document,
  sources: texts.panel.sources,
  references: texts.conversation.references,
  context: texts.context.title,
  preview: texts.context.previewTitle,
  retrieval: texts.retrieval.title,
  against: texts.against.title,
  proof: texts.proof.title,
});

/** Next to the conversation, or over it on a narrow screen. Escape closes it and returns the focus. */
export function SidePanel({ conversationId, leaf }: { conversationId: string; leaf: string | null }) {
  const { content, close } = usePanel();
  const narrow = useIsNarrow();
  const panel = useRef<HTMLElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const isOpen = content !== null;
  const [width, setWidth] = usePanelWidth();
  const covers = narrow || content?.kind === 'proof';

  useEffect(() => {
    if (!isOpen) return;
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    panel.current?.focus();
    return () => opener.current?.focus();
  }, [isOpen]);

  if (content === null) return null;
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={titles()[content.kind]}
      data-testid="side-panel"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
      style={covers ? undefined : { width: `min(${width}px, 70%, max(50%, 100% - 20rem))` }}
      className={`no-print flex flex-col bg-paper outline-none ${covers ? 'fixed inset-0 z-40' : 'relative shrink-0 border-s'}`}
    >
      {covers ? null : <PanelHandle width={width} onWidth={setWidth} />}
      <div className="flex h-14 shrink-0 items-center gap-2 border-b px-4">
        <h2 className="min-w-0 flex-1 truncate text-sm font-semibold">{titles()[content.kind]}</h2>
        <IconButton label={texts.panel.close} onClick={close}>
          <X size={18} />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1">
        <Suspense
          fallback={
            <div className="p-4">
              <SkeletonRows />
            </div>
          }
        >
          <Content content={content} conversationId={conversationId} leaf={leaf} />
        </Suspense>
      </div>
    </aside>
  );
}

function Content(props: { content: PanelContent; conversationId: string; leaf: string | null }) {
  const { content, conversationId, leaf } = props;
  switch (content.kind) {
    case 'document':
      return <DocumentPanel content={content} />;
    case 'sources':
      return <SourcesPanel conversationId={conversationId} />;
    case 'references':
      return (
        <ReferencesPanel key={content.name} conversationId={conversationId} leaf={leaf} name={content.name} />
      );
    case 'proof':
      return <ProofView turnId={content.turnId} />;
    case 'context':
      return <ContextPanel key={content.turnId} turnId={content.turnId} />;
    case 'preview':
      return <PreviewPanel report={content.report} />;
    case 'retrieval':
      return <RetrievalPanel key={content.turnId} turnId={content.turnId} />;
    case 'against':
      return <AgainstPanel key={content.turnId} turnId={content.turnId} claims={content.claims} />;
  }
}
