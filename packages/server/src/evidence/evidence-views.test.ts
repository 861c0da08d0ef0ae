import type { Job } from '@ibid/store/internal';
import { expect, it } from 'vitest';
import { toPrincipal } from '../auth/principal.js';
import { tableJobView } from './evidence-views.js';

const TITLE = 'Plans for the takeover';
const person = (id: string) =>
  toPrincipal({ user: { id, name: id, role: 'member', groups: [] }, via: 'session' });

it('KB-5 tells of the job of somebody else how far it is, and not what it read or failed at', () => {
  const job: Job = {
    id: 'job',
    kind: 'evidence',
    ownerId: 'ann',
    state: 'running',
    input: {},
    progress: { filesDone: 3, filesTotal: 4, filesFailed: 2, current: TITLE },
    result: null,
    error: null,
    createdAt: '',
    updatedAt: '',
    finishedAt: null,
  };
  expect(tableJobView(person('ann'), job).progress).toMatchObject({ filesFailed: 2, current: TITLE });
  expect(tableJobView(person('ben'), job).progress).toMatchObject({
    filesDone: 3,
    filesTotal: 4,
    filesFailed: 0,
    current: null,
  });
});
