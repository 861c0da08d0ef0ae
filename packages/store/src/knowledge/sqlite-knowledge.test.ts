import { describe } from 'vitest';
import { openDatabase } from '../database/open-database.js';
import { accessContract } from './access-contract.test-helper.js';
import { knowledgeContract } from './contract.test-helper.js';
import { ownViewContract } from './own-view-contract.test-helper.js';

const open = () => openDatabase({ folder: ':memory:' });

describe('with everything waiting to be packed', () => {
  knowledgeContract(open);
  accessContract(open);
  ownViewContract(open, open);
});

describe('with everything packed at once', () => {
  knowledgeContract(open, { blockChunks: 1 });
  accessContract(open, { blockChunks: 1 });
  ownViewContract(open, open, { blockChunks: 1 });
});

describe('with a part packed and a part waiting', () => {
  knowledgeContract(open, { blockChunks: 4 });
  // Most chunks packed and some pending: the state with most room for errors.
  ownViewContract(open, open, { blockChunks: 4 }, 12);
});
