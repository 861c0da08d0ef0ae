import { expect, it } from 'vitest';
import { weighFollowUp } from './weigh-follow-up.js';

it('MOD-2 counts what is asked now twice, and leaves every other query as it is', () => {
  expect(weighFollowUp('Who paid?\nWhen was the mole built?')).toBe(
    'Who paid?\nWho paid?\nWhen was the mole built?',
  );
  for (const query of ['Who paid?', '', 'One.\nTwo.\nThree.', 'Who paid?\n'])
    expect(weighFollowUp(query)).toBe(query);
});
