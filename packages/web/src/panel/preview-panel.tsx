import type { ContextReport } from '@ibid/core/internal';
import { texts } from '../texts/texts.js';
import { ContextReportView } from './context-report-view.js';
import { ScrollRegion } from '../ui/scroll-region.js';

/** What the next step would see, with the current message. */
export function PreviewPanel({ report }: { report: ContextReport }) {
  return (
    <ScrollRegion label={texts.context.previewTitle} className="h-full overflow-y-auto">
      <ContextReportView report={report} />
    </ScrollRegion>
  );
}
