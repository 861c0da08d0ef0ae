export { assembleReport } from './assemble-report.js';
export type { AssembledReport, AssembledSection, ReportSection } from './assemble-report.js';
export { planReport } from './plan-report.js';
export type { ReportPart } from './plan-report.js';
export { isQuotedFor, subjectOfReport } from './subject-of-report.js';
