import { describe, expect, it } from 'vitest';
import { personOfClaims } from './person-of-claims.js';

const provider = { groupsClaim: 'groups', administratorGroups: ['chiefs'], allowedGroups: ['staff'] };

describe('ORG-1 what a provider says of a person', () => {
  it('is their name, their groups, their role, and whether they may come in', () => {
    const claims = { sub: '7', preferred_username: 'ada', groups: ['staff', 'chiefs'] };
    expect(personOfClaims(claims, provider)).toEqual({
      name: 'ada',
      groups: ['staff', 'chiefs'],
      role: 'administrator',
      isAllowed: true,
    });
  });

  it('is no group where none is said, so that who left the last one has none', () => {
    expect(personOfClaims({ sub: '7' }, provider)).toMatchObject({
      name: '7',
      groups: [],
      role: 'member',
      isAllowed: false,
    });
  });

  it('leaves to people what is set by hand', () => {
    const byHand = { groupsClaim: null, administratorGroups: [], allowedGroups: [] };
    expect(personOfClaims({ sub: '7', groups: ['chiefs'] }, byHand)).toMatchObject({
      groups: null,
      role: null,
      isAllowed: true,
    });
  });

  it('finds groups inside other claims, and one alone', () => {
    const nested = { ...provider, groupsClaim: 'realm_access.roles' };
    expect(personOfClaims({ sub: '7', realm_access: { roles: ['staff'] } }, nested).groups).toEqual([
      'staff',
    ]);
    const address = { ...provider, groupsClaim: 'https://example.com/groups' };
    expect(personOfClaims({ sub: '7', 'https://example.com/groups': 'staff' }, address).groups).toEqual([
      'staff',
    ]);
    expect(personOfClaims({ sub: '7' }, { ...provider, groupsClaim: 'constructor.name' }).groups).toEqual([]);
  });

  it('gives no group the name of a role, and no name what cannot be seen', () => {
    const claims = { sub: '7', name: 'A\u202Eda\u0000', groups: ['administrator', 'member', 'staff', 4, ''] };
    expect(personOfClaims(claims, provider)).toMatchObject({ name: 'Ada', groups: ['staff'] });
    expect(personOfClaims({ sub: '7', name: 'x'.repeat(500) }, provider).name.length).toBeLessThan(100);
  });
});
