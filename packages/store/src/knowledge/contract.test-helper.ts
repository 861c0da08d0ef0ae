import { describe } from 'vitest';
import type { ContractSettings, OpenForContract } from './contract-base.test-helper.js';
import { readingContract } from './reading-contract.test-helper.js';
import { revisionContract } from './revision-contract.test-helper.js';
import { searchContract } from './search-contract.test-helper.js';
import { writingContract } from './writing-contract.test-helper.js';

/** The rules for every database. Each dialect's test file runs them on a real one. */
export function knowledgeContract(open: OpenForContract, settings: ContractSettings = {}): void {
  // Separate suites: the setup of one would be emptied by the next.
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
