import { Layers } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../api/api-error.js';
import { useTurn } from '../api/turns.js';
import { texts } from '../texts/texts.js';
import { useLiveTurn } from '../turn/use-live-turn.js';
import { EmptyState } from '../ui/empty-state.js';
import { Notice } from '../ui/notice.js';
import { Segments } from '../ui/segments.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { ContextReportView } from './context-report-view.js';
import { ScrollRegion } from '../ui/scroll-region.js';

/** What the model saw in each step of a turn (CTX-13). */
export function ContextPanel({ turnId }: { turnId: string }) {
  const live = useLiveTurn(turnId, false);
  const turn = useTurn(turnId);
  const [chosen, setChosen] = useState<number | null>(null);
  const stored = (turn.data?.contextReports ?? []).map((report, position) => ({
    step: position + 1,
    report,
  }));
  const reports = (live?.view.reports.length ?? 0) > 0 ? (live?.view.reports ?? []) : stored;
  if (reports.length === 0) {
    if (turn.isPending) {
      return (
        <div className="p-4">
          <SkeletonRows rows={8} />
        </div>
      );
    }
    if (turn.isError) {
      return (
        <div className="p-4">
          <Notice tone="error">{messageOf(turn.error)}</Notice>
        </div>
      );
    }
    const isOver = turn.data.status === 'complete';
    return (
      <EmptyState icon={<Layers size={28} />} title={isOver ? texts.context.withheld : texts.context.none}>
        {isOver ? texts.context.withheldHint : texts.context.noneHint}
      </EmptyState>
    );
  }
  const position = Math.min(chosen ?? reports.length - 1, reports.length - 1);
  const shown = reports[position];
  return (
    <ScrollRegion label={texts.context.title} className="h-full overflow-y-auto">
      {reports.length > 1 ? (
        <div className="sticky top-0 z-10 border-b bg-paper px-4 py-2">
          <Segments
            label={texts.context.title}
            options={reports.map((_, index) => ({
              value: String(index),
              label: texts.context.step(index + 1),
            }))}
            value={String(position)}
            onChange={(value) => setChosen(Number(value))}
          />
        </div>
      ) : null}
      {shown === undefined ? null : <ContextReportView key={position} report={shown.report} />}
    </ScrollRegion>
  );
}
