import { ChevronLeft, ChevronRight } from 'lucide-react';
import { texts } from '../texts/texts.js';
import { IconButton } from '../ui/icon-button.js';

export function Pager({
  page,
  pages,
  onPage,
}: {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}) {
  if (pages < 2) return null;
  return (
    <div className="flex items-center justify-center gap-2 py-1.5 text-sm text-soft">
      <IconButton label={texts.references.previousPage} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={17} />
      </IconButton>
      <span aria-live="polite" className="tabular-nums">
        {texts.references.page(page, pages)}
      </span>
      <IconButton label={texts.references.nextPage} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRight size={17} />
      </IconButton>
    </div>
  );
}
