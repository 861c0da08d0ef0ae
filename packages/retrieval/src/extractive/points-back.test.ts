import { describe, expect, it } from 'vitest';
import { pointsBack } from './points-back.js';

const FOLLOW_UPS = [
  'And in May?',
  'But who paid?',
  'What about the winch?',
  'How about 2025?',
  'Who paid for it?',
  'How much did it cost?',
  'And how long did it take?',
  'When were they repaired?',
  'Where does she live?',
  'What is her rank?',
  'Who works there?',
  'Why was that?',
  'What does this mean?',
  'Is that allowed?',
  'Who wrote those reports?',
  'Why?',
  'Since when?',
  'For how long?',
  'In 2024?',
  'By whom?',
  'Which one is cheaper?',
  'Does the other one cost less money?',
  'Is the procedure the same?',
  'Und wann?',
  'And today?',
  'Now?',
  'Wer hat ihn repariert?',
  'Et combien?',
  'Who signed?',
  'Who is responsible?',
  'What is the deadline?',
  'What was the right value?',
  'By when?',
  'Wer ist dafür zuständig?',
  'Was kostet sie?',
];
const ON_THEIR_OWN = [
  'Which tasks are open?',
  'Are there any open tasks?',
  'Which tasks are there that are still open?',
  'Open tasks?',
  'Fuel costs 2025',
  'Who is the captain?',
  'How deep may a diver go?',
  'Is it possible to dive at night?',
  'How long does it take to refuel?',
  'Is it allowed to smoke on deck?',
  'When was the ship built, and who paid for it?',
  'What did the engineer say when she saw the winch?',
  'Which voyages are planned this year?',
  'What is the document that lists all alarms?',
  'How many people were there on the voyage?',
  'Which rules apply to visitors and guests on the ship?',
  'List all voyages',
  'Wie tief darf ein Taucher gehen?',
  'Wo haben Sie angerufen?',
];

describe('a follow-up', () => {
  it.each(FOLLOW_UPS)('points back: %s', (question) => expect(pointsBack(question)).toBe(true));
  it.each(ON_THEIR_OWN)('is none: %s', (question) => expect(pointsBack(question)).toBe(false));

  it('is no message of many words, and no empty one', () => {
    expect(pointsBack(`Tell me of it ${'and the winch '.repeat(10)}`)).toBe(false);
    expect(pointsBack('?!')).toBe(false);
  });
});
