import { expect, it } from 'vitest';
import { weighFollowUp } from './weigh-follow-up.js';

it('MOD-2 counts what is asked now twice, in whichever order the two lines stand', () => {
  const weighed = 'Who paid for it?\nWho paid for it?\nWhen was the mole built?';
  expect(weighFollowUp('Who paid for it?\nWhen was the mole built?')).toBe(weighed);
  expect(weighFollowUp('When was the mole built?\nWho paid for it?')).toBe(weighed);
});

it('MOD-2 leaves every other query as it is', () => {
  const apart = 'When was the mole built?\nWhich tasks are open?';
  for (const query of ['Who paid for it?', '', 'One.\nTwo.\nThree.', 'Who paid for it?\n', apart])
    expect(weighFollowUp(query)).toBe(query);
});
