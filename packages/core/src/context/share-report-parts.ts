import type { ContextPart, ContextReport } from './context-report.js';
import { withFields } from '../messages/with-fields.js';

/**
 * CTX-13: removes the leading parts that the previous report also has. Within a turn the prefix only grows, so the text
 * of each part is sent and stored once, not with every step.
 */
export function shareReportParts(previous: ContextReport | null, report: ContextReport): ContextReport {
  if (!previous) return report;
  const most = Math.min(previous.parts.length, report.parts.length);
  let shared = 0;
  while (
    shared < most &&
    isSamePart(previous.parts[shared] as ContextPart, report.parts[shared] as ContextPart)
  )
    shared += 1;
  return shared === 0
    ? report
    : withFields(report, { parts: report.parts.slice(shared), sharedParts: shared });
}

/** Restores the whole report from the whole report before it; null if that one is missing. */
export function completeReport(previous: ContextReport | null, report: ContextReport): ContextReport | null {
  const { sharedParts = 0, ...rest } = report;
  if (sharedParts === 0) return rest;
  if (!previous || previous.parts.length < sharedParts) return null;
  return { ...rest, parts: [...previous.parts.slice(0, sharedParts), ...report.parts] };
}

/** Restores all reports of a turn, in order. A report that cannot be restored stays as it is. */
export function completeReports(reports: readonly ContextReport[]): ContextReport[] {
  const whole: ContextReport[] = [];
  for (const report of reports) whole.push(completeReport(whole.at(-1) ?? null, report) ?? report);
  return whole;
}

function isSamePart(one: ContextPart, other: ContextPart): boolean {
  if (one === other) return true;
  return (
    one.kind === other.kind &&
    one.tokens === other.tokens &&
    one.origin === other.origin &&
    one.reason === other.reason &&
    one.text === other.text
  );
}
