// The parts of retrieval that Ibid's page uses. Nothing here depends on Node.
export { trajectoryMarkdown } from '../agentic/trajectory.js';
export { daysOf, isEmptyDateRange, readCondition } from '../knowledge/item-conditions.js';
export { withoutEmphasis } from '../parse/without-emphasis.js';
