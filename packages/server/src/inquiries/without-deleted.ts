import type { Inquiry, JudgedContradiction } from '@ibid/store/internal';
import { workOf } from './contradiction-job.js';
import { reportWork, restsOn, withheldSection } from './report-work.js';

const GONE = 'The documents behind this were deleted. Run it again.';

/** ORG-3: a report or contradiction search without these documents. */
export function withoutDeleted(inquiry: Inquiry, deleted: ReadonlySet<string>): Inquiry['work'] {
  const isLeft = ({ sides }: JudgedContradiction) => sides.every(({ itemId }) => !deleted.has(itemId));
  if (inquiry.kind === 'contradictions') {
    const work = workOf(inquiry);
    return { ...work, found: work.found.filter(isLeft) };
  }
  const work = reportWork(inquiry);
  return {
    ...work,
    sections: work.sections.map((section) =>
      restsOn(section).some((itemId) => deleted.has(itemId)) ? withheldSection(section, GONE) : section,
    ),
    contradictions: work.contradictions.filter(isLeft),
  };
}
