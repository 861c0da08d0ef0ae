// What Ibid's own page needs of retrieval: nothing here touches Node.
export { trajectoryMarkdown } from '../agentic/trajectory.js';
export { daysOf, isEmptyDateRange, readCondition } from '../knowledge/item-conditions.js';
