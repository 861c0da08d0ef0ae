import { openDatabase } from '../database/open-database.js';
import { accessContract } from './access-contract.js';
import { knowledgeContract } from './contract.js';

const open = () => openDatabase({ folder: ':memory:' });

knowledgeContract(open);
accessContract(open);
