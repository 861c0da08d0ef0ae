import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ContextPart, ContextReport } from './context-report.js';
import { completeReport, completeReports, shareReportParts } from './share-report-parts.js';

const partArbitrary = fc.record<ContextPart>({
  kind: fc.constantFrom('system', 'user', 'reminder'),
  tokens: fc.nat(3),
  origin: fc.constantFrom('a', 'b'),
  reason: fc.constantFrom('x', 'y'),
  text: fc.constantFrom('one', 'two'),
});

function reportOf(parts: ContextPart[]): ContextReport {
  return {
    modelId: 'm',
    tokenizer: 'o200k_base',
    parts,
    removals: [],
    budget: { window: 1, reservedOutput: 0, safetyMargin: 0, toolDefinitions: 0, available: 1 },
    totalTokens: 0,
    project: { mode: 'none', reason: '' },
    sharedPrefixTokens: null,
  };
}

/** Reports as successive steps make them: some of the previous parts, then new ones. */
const reportsArbitrary = fc
  .array(fc.tuple(fc.nat(6), fc.array(partArbitrary, { maxLength: 3 })), { minLength: 1, maxLength: 6 })
  .map((steps) => {
    let parts: ContextPart[] = [];
    return steps.map(([kept, added]) => {
      parts = [...parts.slice(0, kept), ...added];
      return reportOf(parts);
    });
  });

describe('CTX-13 reports of one turn', () => {
  test('are whole again after what they share was left out, also when they were read from JSON', () => {
    fc.assert(
      fc.property(reportsArbitrary, (reports) => {
        const sent = reports.map((report, index) => shareReportParts(reports[index - 1] ?? null, report));
        const read = JSON.parse(JSON.stringify(sent)) as ContextReport[];
        expect(completeReports(read)).toEqual(reports);
      }),
    );
  });

  test('carry each part once while the prefix grows', () => {
    const part = (text: string): ContextPart => ({ kind: 'user', tokens: 1, origin: '', reason: '', text });
    const first = reportOf([part('s'), part('u')]);
    const second = reportOf([part('s'), part('u'), part('call')]);
    expect(shareReportParts(first, second)).toMatchObject({ parts: [{ text: 'call' }], sharedParts: 2 });
    expect(shareReportParts(null, second)).toBe(second);
  });

  test('cannot be made whole without the one before', () => {
    const report = { ...reportOf([]), sharedParts: 2 };
    expect(completeReport(null, report)).toBeNull();
    expect(completeReport(reportOf([]), report)).toBeNull();
  });
});
