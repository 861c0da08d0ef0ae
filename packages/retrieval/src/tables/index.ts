export { queryTableTool } from './query-table.js';
