export { EvidenceCellRepository } from './evidence-cell-repository.js';
export { EvidenceTableRepository } from './evidence-table-repository.js';
export type { EvidenceTable, NewEvidenceColumn, StoredEvidenceColumn } from './evidence-table-repository.js';
export type {
  EvidenceRowFilter,
  NewEvidenceCell,
  PendingEvidenceRow,
  StoredEvidenceCell,
  StoredEvidenceRow,
} from './stored-evidence.js';
