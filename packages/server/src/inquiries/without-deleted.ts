import type { JsonValue } from '@ibid/core/internal';
import type { Inquiry } from '@ibid/store/internal';
import type { JudgedContradiction } from './confirm-contradictions.js';
import type { ContradictionWork } from './contradiction-job.js';
import { reportWork, withheldSection } from './report-work.js';

const GONE = 'What this rested on was deleted. Run it again.';

/** ORG-3: what is left of a report, or of contradictions that were found, without these documents. */
export function withoutDeleted(inquiry: Inquiry, deleted: ReadonlySet<string>): JsonValue {
  const isLeft = ({ sides }: JudgedContradiction) => sides.every(({ itemId }) => !deleted.has(itemId));
  if (inquiry.kind === 'contradictions') {
    const work = inquiry.work as unknown as ContradictionWork;
    return { ...work, found: work.found.filter(isLeft) } as unknown as JsonValue;
  }
  const work = reportWork(inquiry);
  return {
    ...work,
    sections: work.sections.map((section) =>
      section.citations.some(({ itemId }) => itemId !== null && deleted.has(itemId))
        ? withheldSection(section, GONE)
        : section,
    ),
    contradictions: work.contradictions.filter(isLeft),
  } as unknown as JsonValue;
}
