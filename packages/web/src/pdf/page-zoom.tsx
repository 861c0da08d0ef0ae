import { ZoomIn, ZoomOut } from 'lucide-react';
import { formatPercent } from '../lib/format-number.js';
import { texts } from '../texts/texts.js';
import { IconButton } from '../ui/icon-button.js';

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4];

export function PageZoom({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const smaller = zooms.findLast((one) => one < zoom);
  const larger = zooms.find((one) => one > zoom);
  return (
    <div className="flex items-center gap-1 text-sm text-soft" role="group" aria-label={texts.panel.zoom}>
      <IconButton
        label={texts.panel.zoomOut}
        disabled={smaller === undefined}
        onClick={() => smaller !== undefined && onZoom(smaller)}
      >
        <ZoomOut size={16} />
      </IconButton>
      <button
        type="button"
        title={texts.panel.zoomFit}
        onClick={() => onZoom(1)}
        className="min-h-8 min-w-12 rounded-md tabular-nums hover:bg-panel"
      >
        {formatPercent(zoom)}
      </button>
      <IconButton
        label={texts.panel.zoomIn}
        disabled={larger === undefined}
        onClick={() => larger !== undefined && onZoom(larger)}
      >
        <ZoomIn size={16} />
      </IconButton>
    </div>
  );
}
