import type { ContractSettings, OpenForContract } from './contract-base.js';
import { readingContract } from './reading-contract.js';
import { searchContract } from './search-contract.js';
import { writingContract } from './writing-contract.js';

/** The rules every database must keep; each dialect's test file runs them on a real one. */
export function knowledgeContract(open: OpenForContract, settings: ContractSettings = {}): void {
  searchContract(open, settings);
  readingContract(open, settings);
  writingContract(open, settings);
}
