export { checkEditedValue } from './check-edited-value.js';
export { readEditedValue } from './read-edited-value.js';
export type { EvidenceCell, EvidenceColumn } from './evidence-column.js';
export { fillEvidenceRow } from './fill-evidence-row.js';
export type { EvidenceRow } from './fill-evidence-row.js';
export { evidenceToCsv, evidenceToMarkdown, evidenceToXlsx } from './export-evidence.js';
export type { ExportedCell, ExportedEvidence } from './export-evidence.js';
