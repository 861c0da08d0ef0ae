export type { AuditEvent, AuditLine } from './audit-event.js';
export { AuditRepository } from './audit-repository.js';
export type { AuditFilter } from './audit-repository.js';
export type { AuditCheck } from './verify-audit-chain.js';
