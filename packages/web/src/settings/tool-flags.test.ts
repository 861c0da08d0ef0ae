import { expect, it } from 'vitest';
import { toolFlags } from './tool-flags.js';

it('reads stored flags as the server does: what is missing or unknown counts as not set', () => {
  const unset = {
    agentic: true,
    searchFirst: 'automatic',
    openUrl: false,
    secondOpinion: false,
    repair: false,
    against: false,
  };
  expect(toolFlags({})).toEqual(unset);
  expect(toolFlags({ agentic: 'no', searchFirst: 'auto', openUrl: 1, titles: false })).toEqual(unset);
  expect(toolFlags({ ...unset, agentic: false, searchFirst: 'never', repair: true })).toEqual({
    ...unset,
    agentic: false,
    searchFirst: 'never',
    repair: true,
  });
});
