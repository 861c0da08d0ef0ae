import { Plus, Upload } from 'lucide-react';
import { useRef } from 'react';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { addFiles, openTray } from '../uploads/tray.js';

/** Nothing to ask yet: lets users drop or choose their own documents. */
export function FirstDocuments() {
  const [choose, picker] = usePicker('first-documents');
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-3 rounded-xl border-2 border-dashed border-line-strong/50 px-5 py-5 text-sm">
      <Upload size={20} className="text-accent" />
      {/* Dropping is not possible on touch screens. */}
      <p className="min-w-0 pointer-coarse:hidden">{texts.start.noKnowledge}</p>
      <p className="hidden min-w-0 pointer-coarse:block">{texts.start.noKnowledgeTouch}</p>
      <Button variant="primary" onClick={choose}>
        {texts.start.addDocuments}
      </Button>
      {picker}
    </div>
  );
}

/** Lets users choose more documents where nothing can be dropped, as on a phone. */
export function MoreDocuments() {
  const [choose, picker] = usePicker('more-documents');
  return (
    <div className="mt-3 flex justify-center">
      <button
        type="button"
        onClick={choose}
        className="inline-flex min-h-9 items-center gap-1.5 rounded-lg px-3 text-sm text-soft hover:bg-panel hover:text-ink"
      >
        <Plus size={15} />
        {texts.start.moreDocuments}
      </button>
      {picker}
    </div>
  );
}

function usePicker(testId: string) {
  const picker = useRef<HTMLInputElement>(null);
  const field = (
    <input
      ref={picker}
      type="file"
      multiple
      className="hidden"
      aria-label={texts.start.addDocuments}
      data-testid={testId}
      onChange={(event) => {
        const files = [...(event.target.files ?? [])].map((file) => ({ file, path: file.name }));
        event.target.value = '';
        openTray(true);
        // The tray shows the result for each.
        void addFiles({ files }).catch(() => undefined);
      }}
    />
  );
  return [() => picker.current?.click(), field] as const;
}
