import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { texts } from '../texts/texts.js';
import { IconButton } from '../ui/icon-button.js';

/** Steps through pages, or jumps to one by number. */
export function Pager({
  page,
  pages,
  onPage,
}: {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}) {
  const [isAsking, setAsking] = useState(false);
  if (pages < 2) return null;
  return (
    <div className="flex items-center justify-center gap-2 py-1.5 text-sm text-soft">
      <IconButton label={texts.references.previousPage} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={17} />
      </IconButton>
      {isAsking ? (
        <PageField
          page={page}
          pages={pages}
          onDone={(next) => {
            setAsking(false);
            if (next !== null) onPage(next);
          }}
        />
      ) : (
        <button
          type="button"
          aria-live="polite"
          title={texts.references.goToPage}
          onClick={() => setAsking(true)}
          className="min-h-8 rounded-md px-1.5 tabular-nums hover:bg-panel hover:text-ink"
        >
          {texts.references.page(page, pages)}
        </button>
      )}
      <IconButton label={texts.references.nextPage} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRight size={17} />
      </IconButton>
    </div>
  );
}

function PageField(props: { page: number; pages: number; onDone: (page: number | null) => void }) {
  const [value, setValue] = useState(String(props.page));
  return (
    <input
      autoFocus
      onFocus={(event) => event.target.select()}
      aria-label={texts.references.goToPage}
      inputMode="numeric"
      value={value}
      onChange={(event) => setValue(event.target.value.replace(/\D/g, ''))}
      onBlur={() => props.onDone(null)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') props.onDone(null);
        if (event.key === 'Enter' && value !== '')
          props.onDone(Math.min(Math.max(Number(value), 1), props.pages));
        // The page has its own shortcuts.
        event.stopPropagation();
      }}
      className="h-8 w-16 rounded-md border bg-raised text-center text-ink tabular-nums"
    />
  );
}
