import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { addFiles, openTray } from '../uploads/tray.js';

/** Nothing to ask yet: own documents are one drop or one choice away. */
export function FirstDocuments() {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-3 rounded-xl border-2 border-dashed border-line-strong/50 px-5 py-5 text-sm">
      <Upload size={20} className="text-accent" />
      <p className="min-w-0">{texts.start.noKnowledge}</p>
      <Button variant="primary" onClick={() => picker.current?.click()}>
        {texts.start.addDocuments}
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        className="hidden"
        aria-label={texts.start.addDocuments}
        data-testid="first-documents"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])].map((file) => ({ file, path: file.name }));
          event.target.value = '';
          openTray(true);
          // The tray tells what became of each.
          void addFiles({ files }).catch(() => undefined);
        }}
      />
    </div>
  );
}
