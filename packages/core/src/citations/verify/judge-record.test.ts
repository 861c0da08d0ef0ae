import { describe, expect, it } from 'vitest';
import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import { ClaimVerifier } from './claim-verifier.js';

const chunk = (record: unknown): RetrievedChunk => ({
  itemId: 'item',
  chunkId: '0',
  title: '',
  text: JSON.stringify(record),
  score: 1,
});
const check = (claim: string, record: unknown) => {
  const chunks = [chunk(record)];
  return new ClaimVerifier({ chunks }).check({ claim, chunks });
};

const CAMERA = {
  name: 'Orlin C4',
  type: 'door camera',
  night_vision: true,
  recording: false,
  wifi: null,
  battery_hours: 90,
  power: { mains: true, solar: false },
  connectors: { usb: true, ethernet: false },
};

describe('CIT-5 flags of a record', () => {
  it.each([
    ['The camera has night vision.', 'supported'],
    ['The camera has no night vision.', 'unsupported'],
    ['The camera has no recording.', 'supported'],
    ['Recording is switched off.', 'supported'],
    ['Recording is enabled.', 'unsupported'],
    ['The camera has USB, but no Ethernet.', 'supported'],
    ['The camera lacks both Ethernet and USB.', 'unsupported'],
    ['The camera has neither USB nor recording.', 'unsupported'],
    ['The camera has no power.', 'unsupported'],
    ['The camera runs for 90 hours on its battery.', 'weak'],
    ['Its battery lasts 90 minutes.', 'unsupported'],
  ])('%s', (claim, verdict) => {
    expect(check(claim, CAMERA).verdict).toBe(verdict);
  });

  it('says which field decides, and shows it', () => {
    const { reason, passage, score } = check('Recording is enabled.', CAMERA);
    expect(reason).toBe('The record says otherwise: “recording not”.');
    expect(passage?.text).toBe('"recording":false');
    expect(score).toBeLessThan(0.05);
  });

  it('a field without a value leaves it open, whatever the claim says', () => {
    for (const claim of ['The camera has Wi-Fi.', 'The camera has no Wi-Fi.'])
      expect(check(claim, CAMERA)).toMatchObject({
        verdict: 'weak',
        reason: expect.stringContaining('leaves it open'),
      });
  });

  it('that nothing is said is true of an empty field only', () => {
    expect(check('Nothing is said about Wi-Fi.', CAMERA).verdict).toBe('supported');
    expect(check('The data does not mention night vision, Wi-Fi or solar power.', CAMERA)).toMatchObject({
      verdict: 'weak',
      reason: expect.stringContaining('may say otherwise'),
    });
  });

  it('a denial between the words of a key counts', () => {
    const record = { soup: 'Barley', contains_nuts: false, contains_milk: true };
    expect(check('The soup contains no nuts.', record).verdict).toBe('supported');
    expect(check('The soup contains no milk.', record).verdict).toBe('unsupported');
  });

  it('a sentence without any word of a record is unlikely, but may say it in other words', () => {
    expect(check('Visitors were delighted.', CAMERA)).toMatchObject({ verdict: 'unsupported', score: 0.1 });
  });

  it('a flag does not say what is true of all, or of this one only', () => {
    for (const claim of ['All cameras have night vision.', 'The camera is the only one with night vision.'])
      expect(check(claim, CAMERA).verdict).toBe('weak');
  });

  it('another device than the one of the record is not supported', () => {
    expect(check('The Orlin C4 has night vision.', CAMERA).verdict).toBe('supported');
    expect(check('The Vesper 2 has night vision.', CAMERA).verdict).not.toBe('supported');
  });

  it('a word that only one of a group means is doubted, not called wrong', () => {
    const record = { depot: 'North', parking: { street: false, yard: true }, gate: true };
    expect(check('Street parking is available.', record).verdict).toBe('unsupported');
    expect(check('The street is being repaved.', record).verdict).toBe('weak');
  });

  it('sentences in the record may say more than its flag', () => {
    const record = {
      hostel: 'Sable Point',
      breakfast: false,
      lockers: true,
      reviews: ['We had a lovely breakfast in the garden, made by the porter.'],
    };
    expect(check('One guest had breakfast in the garden.', record).verdict).not.toBe('unsupported');
    expect(check('The hostel has no lockers.', record).verdict).toBe('unsupported');
  });

  it('a word that all keys begin with names the record, but not a word of a single key', () => {
    const record = {
      carHeating: true,
      carRadio: false,
      carCamera: true,
      pets_allowed: false,
      smoking_allowed: true,
    };
    expect(check('It has a radio.', record).reason).toContain('record says otherwise');
    expect(check('Smoking is allowed.', record).verdict).toBe('supported');
    expect(check('Pets are allowed.', record).verdict).toBe('unsupported');
  });

  it('of several records in a list, none decides', () => {
    const list = [
      { room: 'B12', projector: true, seats: 12 },
      { room: 'C03', projector: false, seats: 30 },
    ];
    expect(check('Room B12 has a projector.', list).reason ?? '').not.toMatch(/record says otherwise/);
  });
});

const SHOP = {
  shop: 'Pell & Daughter',
  hours: {
    Monday: 'closed',
    Tuesday: '9:0-17:30',
    Wednesday: '9:0-17:30',
    Thursday: '9:0-17:30',
    Friday: '9:0-20:0',
    Saturday: '10 am - 4 pm',
  },
};

describe('CIT-5 hours of a record', () => {
  it.each([
    ['The shop is closed on Mondays.', 'supported'],
    ['The shop is open on Mondays.', 'unsupported'],
    ['It is open from 9:0 to 17:30 on Tuesday.', 'supported'],
    ['It is open from 9 am to 5:30 pm from Tuesday to Thursday.', 'supported'],
    ['It is open from 9 am to 5:30 pm from Tuesday to Friday.', 'unsupported'],
    ['It is open Tuesday to Friday from 9:00 to 17:30, except Friday, when it closes at 20:00.', 'supported'],
    [
      'It is open Tuesday to Friday from 9:00 to 17:30, except Friday, when it closes at 21:00.',
      'unsupported',
    ],
    ['It is open Tuesday to Saturday, with longer hours on Friday.', 'supported'],
    ['It is open Tuesday to Saturday, with extended hours on Saturday.', 'unsupported'],
    ['It is open Tuesday to Saturday, with shorter hours on Saturday.', 'supported'],
    ['It is open Tuesday to Saturday, with shorter hours on Thursday and Friday.', 'unsupported'],
    ['It is open Tuesday to Saturday, with longer hours on Thursday and Friday.', 'weak'],
    ['It is open five days a week.', 'supported'],
    ['It is open six days a week.', 'unsupported'],
    ['On Saturday it is open from 10:00 to 16:00.', 'supported'],
    ['On Saturday it closes at 5 pm.', 'unsupported'],
  ])('%s', (claim, verdict) => {
    expect(check(claim, SHOP).verdict).toBe(verdict);
  });

  it('seven days a week are days with hours of their own', () => {
    const hours = Object.fromEntries(
      ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((day) => [day, '9:00-17:30']),
    );
    expect(check('It is open seven days a week from 9:00 to 17:30.', { hours }).verdict).toBe('supported');
    expect(check('It is open seven days a week from 9:00 to 18:30.', { hours }).verdict).toBe('unsupported');
  });

  it('a day in another clause keeps its own hours', () => {
    const claim = 'On Friday it is open late, while on Saturday it is open from 10 am to 4 pm.';
    expect(check(claim, SHOP).verdict).not.toBe('unsupported');
  });

  it('hours of two places are not mixed up', () => {
    const record = { cafe: { Monday: '8:00-12:00', Tuesday: '8:00-12:00' }, ...SHOP };
    expect(check('On Tuesday the café is open from 8:00 to 12:00.', record).verdict).not.toBe('unsupported');
  });
});
