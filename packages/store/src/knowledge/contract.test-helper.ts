import { describe } from 'vitest';
import type { ContractSettings, OpenForContract } from './contract-base.test-helper.js';
import { readingContract } from './reading-contract.test-helper.js';
import { revisionContract } from './revision-contract.test-helper.js';
import { searchContract } from './search-contract.test-helper.js';
import { writingContract } from './writing-contract.test-helper.js';

/** The rules every database must keep; each dialect's test file runs them on a real one. */
export function knowledgeContract(open: OpenForContract, settings: ContractSettings = {}): void {
  // Each in a suite of its own, because what one opens before a test would be emptied by the next.
  describe('searching', () => {
    searchContract(open, settings);
  });
  describe('reading', () => {
    readingContract(open, settings);
  });
  describe('versions', () => {
    revisionContract(open, settings);
  });
  describe('writing', () => {
    writingContract(open, settings);
  });
}
