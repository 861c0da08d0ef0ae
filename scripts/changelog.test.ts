import { describe, expect, it } from 'vitest';
// @ts-expect-error a script without types
import { addToChangelog, readChangeset } from './changelog.mjs';

const feature = `---\n"@ibid/core": minor\n'ibid': patch\n---\n\nTools for any framework.\n\nSee \`createToolbox\`.\n`;
const mended = '---\n"@ibid/store": patch\n---\n\nSearch no longer forgets.\n';

describe('the change log', () => {
  it('reads a changeset: the largest bump, the packages, the words', () => {
    expect(readChangeset(feature)).toEqual({
      bump: 'minor',
      packages: ['@ibid/core', 'ibid'],
      body: 'Tools for any framework.\n\nSee `createToolbox`.',
    });
    expect(() => readChangeset('no head')).toThrow('not a changeset');
  });

  it('puts the new version above the others, what is new before what is mended', () => {
    const changesets = [mended, feature].map((text) => readChangeset(text));
    const changelog = addToChangelog({
      changelog: '# Changes\n\n## 0.1.0\n\nFirst.\n',
      version: '0.2.0',
      changesets,
    });
    expect(changelog).toBe(
      [
        '# Changes\n',
        '## 0.2.0\n',
        '### New\n',
        '- `@ibid/core`, `ibid`: Tools for any framework.\n',
        '  See `createToolbox`.\n',
        '### Fixed\n',
        '- `@ibid/store`: Search no longer forgets.\n',
        '## 0.1.0\n',
        'First.\n',
      ].join('\n'),
    );
    expect(() => addToChangelog({ changelog, version: '0.2.0', changesets })).toThrow('already has 0.2.0');
  });
});
