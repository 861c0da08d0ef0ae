export { asksForWhole } from './asks-for-whole.js';
export type { WholeQuestion } from './asks-for-whole.js';
export type { WholeReader } from './map-notes.js';
export { readAllTool } from './read-all.js';
