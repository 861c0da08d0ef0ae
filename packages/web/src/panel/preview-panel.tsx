import type { ContextReport } from '@ibid/core/internal';
import { texts } from '../texts/texts.js';
import { ContextReportView } from './context-report-view.js';

/** What the next step would see, with the current message. */
export function PreviewPanel({ report }: { report: ContextReport }) {
  return (
    <div
      className="scroll-quiet h-full overflow-y-auto"
      tabIndex={0}
      role="region"
      aria-label={texts.context.previewTitle}
    >
      <ContextReportView report={report} />
    </div>
  );
}
