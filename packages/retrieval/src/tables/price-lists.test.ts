import { describe, expect, it } from 'vitest';
import { askTables, tableText } from './ask-tables.test-helper.js';

const OLD = tableText(`
  Instrument | Service | Price €
  Piano | Tuning | 90
  Piano | Repair | 380
  Violin | Repair | 140
  Violin | Rehair | 55
  Organ | Survey | 2900`);
const NEW = tableText(`
  Instrument | Service | Price €
  Piano | Tuning | 98
  Piano | Repair | 410
  Violin | Repair | 155
  Violin | Rehair | 60
  Harp | Repair | 610`);

const ASKED: [string, string[]][] = [
  ['What is the most expensive service?', ['Repair: Instrument Harp, Price € 610']],
  ['Which service is the cheapest?', ['Rehair: Instrument Violin, Price € 60']],
  ['What is the highest price for a piano?', ['Piano: Service Repair, Price € 410']],
  ['What does a piano tuning cost?', ['Piano: Service Tuning, Price € 98']],
  ['Was kostet Piano Tuning?', ['Piano: Service Tuning, Price € 98']],
];

describe.each([
  ['in a sentence', 'Valid from 1 January 2026. This list replaces the list of 2025.'],
  ['in the line above the table', 'Services 2026 - replaces the list of 2025'],
  ['in its heading', '# Services 2026, replaces the list of 2025'],
  ['of the prices', 'These prices replace the prices of 2025.'],
  ['in German', 'Diese Preisliste ersetzt die Preisliste von 2025.'],
])('KB-11 a price list that says %s which one it replaces', (_, said) => {
  const files = { 'services-2025.csv': OLD, 'services-2026.csv': `${said}\n\n${NEW}` };

  it.each(ASKED)('%s', async (question, answer) =>
    expect(await askTables(question, files)).toMatchObject({ document: 'services-2026.csv', said: answer }),
  );

  it('is not asked for another year, and the old one only where it alone has the row', async () => {
    expect(await askTables('What was the most expensive service in 2025?', files)).toMatchObject({
      document: 'services-2025.csv',
      said: ['Survey: Instrument Organ, Price € 2900'],
    });
    expect(await askTables('What does an organ survey cost?', files)).toMatchObject({ isReplaced: true });
  });
});

describe('KB-12 prices of several things', () => {
  const files = { 'services-2025.csv': OLD, 'services-2026.csv': NEW };

  it('come from the newest list, whichever was found first', async () => {
    for (const found of [files, Object.fromEntries(Object.entries(files).toReversed())])
      expect(await askTables('What is the most expensive service?', found)).toMatchObject({
        document: 'services-2026.csv',
      });
  });

  it.each(['How much is a repair?', 'What does a repair cost?', 'What are the prices for repair?'])(
    'are told one by one, and not added up: %s',
    async (question) =>
      expect((await askTables(question, { 'services-2026.csv': NEW }))?.said).toEqual([
        'Piano: Service Repair, Price € 410',
        'Violin: Service Repair, Price € 155',
        'Harp: Service Repair, Price € 610',
      ]),
  );

  it('are a limit for the services that cost more', async () =>
    expect((await askTables('How many services cost more than 100?', { 's.csv': NEW }))?.said).toEqual([
      'The different values of Service where Price € > 100 is 1',
    ]));

  it('are added up if the question says so', async () =>
    expect((await askTables('What is the total price of all repairs?', { 's.csv': NEW }))?.said).toEqual([
      'The sum of Price € where Service = Repair is 1175',
    ]));

  it('are not all listed for a question that names none of them', async () =>
    expect(await askTables('What are the prices of the competitors?', { 's.csv': NEW })).toBeNull());
});
