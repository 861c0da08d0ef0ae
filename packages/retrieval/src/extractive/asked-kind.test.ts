import { describe, expect, it } from 'vitest';
import { askedKind, holdsKind } from './asked-kind.js';

describe('what a question asks for', () => {
  it.each([
    ['When did the fire in Braga happen?', 'date'],
    ['In what year was it built?', 'date'],
    ['Wann war der Brand?', 'date'],
    ['How many divers are on board?', 'number'],
    ['How deep may a diver go?', 'number'],
    ['Wie tief darf man tauchen?', 'number'],
    ['Who is the cook?', 'person'],
    ['Who knows when the ship sails?', 'person'],
    ['Where is the first-aid kit?', 'place'],
    ['Which tasks are open?', null],
    ['Compare the costs of both voyages.', null],
  ] as const)('%s', (question, kind) => expect(askedKind(question)).toBe(kind));
});

describe('what a text holds', () => {
  it.each([
    ['The fire broke out on 14 March 2019.', 'date', true],
    ['Breakfast is from 06:30 to 08:00.', 'date', true],
    ['Drills are held every month.', 'date', true],
    ['It may take some time.', 'date', false],
    ['Figure: the old town after the fire', 'date', false],
    ['Three divers go down together.', 'number', true],
    ['Divers go down together.', 'number', false],
    ['The cook is Matteo Brandt.', 'person', true],
    ['Matteo Brandt cooks.', 'person', true],
    ['The winch was repaired by the engineer.', 'person', true],
    ['Winches fail in winter.', 'person', false],
    ['The kit hangs in the galley.', 'place', true],
    ['Nobody knows.', 'place', false],
  ] as const)('%s (%s)', (text, kind, holds) => expect(holdsKind(text, kind)).toBe(holds));
});
