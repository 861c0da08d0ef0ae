import { describe, expect, it } from 'vitest';
import { ClaimVerifier } from './claim-verifier.js';

function verdictOf(text: string, claim: string) {
  const chunk = { itemId: 'item', chunkId: '0', title: '', text, score: 1 };
  return new ClaimVerifier({ chunks: [chunk] }).check({ claim, chunks: [chunk] }).verdict;
}

/** Several things side by side: a source, claims that it supports, and claims that give one thing what another has. */
const ROWS: [source: string, right: string[], wrong: string[]][] = [
  [
    'Present: Helen Marsh (chair), Tomas Lindqvist (treasurer), Priya Nair (secretary), Oskar Bell.',
    [
      'Helen Marsh is the chair.',
      'Tomas Lindqvist is the treasurer.',
      'The secretary is Priya Nair.',
      'Oskar Bell was present.',
      'Priya Nair, the secretary, was present.',
      'Helen Marsh and Tomas Lindqvist were present.',
    ],
    [
      'Helen Marsh is the treasurer.',
      'Tomas Lindqvist is the chair.',
      'Priya Nair is the treasurer.',
      'Oskar Bell is the secretary.',
      'Tomas Lindqvist is the secretary.',
      'The treasurer is Helen Marsh.',
      'The secretary, Tomas Lindqvist, was present.',
    ],
  ],
  [
    'The board consists of Helen Marsh, chair, Tomas Lindqvist, treasurer, and Priya Nair, secretary.',
    ['Helen Marsh is the chair.', 'Tomas Lindqvist is the treasurer.', 'The secretary is Priya Nair.'],
    ['Helen Marsh is the treasurer.', 'Tomas Lindqvist is the secretary.', 'The chair is Priya Nair.'],
  ],
  [
    'Attendees: Ann Lee (Acme), Bob Ray (Zenith), Cy Orr (Nordic).',
    ['Ann Lee works for Acme.', 'Cy Orr is from Nordic.'],
    ['Ann Lee works for Zenith.', 'Cy Orr is from Acme.', 'Bob Ray represents Nordic.'],
  ],
  [
    'Contacts: Jane Poole (sales, 01632 960101), Amir Khan (support, 01632 960102).',
    [
      'Jane Poole works in sales.',
      'Amir Khan can be reached at 01632 960102.',
      'The support number is 01632 960102.',
    ],
    [
      'Jane Poole works in support.',
      'Amir Khan works in sales.',
      'Amir Khan can be reached at 01632 960101.',
      'The support number is 01632 960101.',
    ],
  ],
  [
    'Chair: Helen Marsh. Treasurer: Tomas Lindqvist.',
    ['Helen Marsh is the chair.'],
    ['Helen Marsh is the treasurer.'],
  ],
  [
    'Revenue was £4.2 million in 2024 and £3.8 million in 2025.',
    [
      'Revenue was £4.2 million in 2024.',
      'Revenue was £3.8 million in 2025.',
      'In 2025, revenue was £3.8 million.',
    ],
    [
      'Revenue was £3.8 million in 2024.',
      'Revenue was £4.2 million in 2025.',
      'In 2024, revenue was £3.8 million.',
    ],
  ],
  [
    'The population was 4,120 in 1990 and 5,300 in 2020.',
    ['The population was 4,120 in 1990.', 'In 2020, the population was 5,300.'],
    ['The population was 5,300 in 1990.', 'In 2020, the population was 4,120.'],
  ],
  [
    'The fee was £900 in Leeds and £1,400 in York.',
    ['The fee was £900 in Leeds.'],
    ['The fee was £1,400 in Leeds.'],
  ],
  [
    'Adults take two tablets three times a day. Children over six take one tablet twice a day. Children under six must not take it.',
    [
      'Adults take two tablets three times a day.',
      'Children over six take one tablet twice a day.',
      'Children under six must not take it.',
    ],
    [
      'Children over six take two tablets three times a day.',
      'Adults take one tablet twice a day.',
      'Children over six must not take it.',
      'Adults take three tablets twice a day.',
    ],
  ],
  [
    'Adults take two tablets three times a day. Children over six take one tablet twice a day.',
    [],
    ['Adults take two tablets twice a day.', 'Adults take three tablets two times a day.'],
  ],
  [
    'The red key opens the shed. The blue key opens the gate.',
    ['The red key opens the shed.', 'The blue key opens the gate.'],
    ['The blue key opens the shed.', 'The red key opens the gate.'],
  ],
  [
    'The motion to sell the boat was rejected by five votes to two. The motion to repair it was carried unanimously.',
    [
      'The motion to sell the boat was rejected by five votes to two.',
      'The motion to repair the boat was carried unanimously.',
    ],
    ['The motion to sell the boat was carried unanimously.', 'The motion to repair the boat was rejected.'],
  ],
  [
    'If the motor does not start, check the fuse (16 A) and the emergency stop. If error E07 is displayed, the motor has overheated: let it cool for 30 minutes. Error E12 means that the cable is slack.',
    ['Error E12 means that the cable is slack.'],
    ['Error E12 means that the motor has overheated.'],
  ],
  [
    '1. Switch off the pump.\n2. Close valve A.\n3. Open the drain.\n4. Wait ten minutes.',
    [
      'First switch off the pump, then close valve A.',
      'Close valve A before opening the drain.',
      'Open the drain, then wait ten minutes.',
    ],
    [
      'First close valve A, then switch off the pump.',
      'Open the drain before closing valve A.',
      'Wait ten minutes, then open the drain.',
    ],
  ],
  [
    'The parcel left Leeds on Monday and reached York on Wednesday.',
    ['The parcel left Leeds on Monday.'],
    ['The parcel went from York to Leeds.'],
  ],
  [
    'Crew: Olaf Brandt (skipper), Mira Sol (mate), Ken Abe (cook), Lia Moss.',
    ['Olaf Brandt is the skipper.', 'The mate is Mira Sol.', 'Ken Abe is the cook.'],
    [
      'Mira Sol is the skipper.',
      'Ken Abe is the mate.',
      'Lia Moss is the cook.',
      'The cook is Olaf Brandt.',
      'Mira Sol, the cook, signed on.',
    ],
  ],
  [
    'The jury: Dana Frey (Graz), Emil Toth (Pécs), Rosa Lind (Malmö).',
    ['Emil Toth comes from Pécs.', 'Rosa Lind is from Malmö.'],
    ['Emil Toth comes from Graz.', 'Rosa Lind is from Pécs.', 'Dana Frey lives in Malmö.'],
  ],
  [
    'Staff: Paul Ross, baker, Ida Kern, clerk, and Tom Voss, driver.',
    ['Paul Ross is the baker.', 'The driver is Tom Voss.'],
    ['Paul Ross is the driver.', 'Ida Kern is the baker.', 'The clerk is Tom Voss.'],
  ],
  [
    'Rooms: Heron (12 seats, 2nd floor), Swift (30 seats, ground floor), Owl (8 seats, 3rd floor).',
    ['Swift has 30 seats.', 'Owl is on the 3rd floor.', 'Heron has 12 seats.'],
    ['Swift has 12 seats.', 'Owl is on the ground floor.', 'Heron is on the 3rd floor.'],
  ],
  [
    'The mill ground 310 tonnes in 2021 and 275 tonnes in 2022.',
    ['The mill ground 310 tonnes in 2021.', 'In 2022 the mill ground 275 tonnes.'],
    ['The mill ground 275 tonnes in 2021.', 'In 2022 the mill ground 310 tonnes.'],
  ],
  [
    'Membership stood at 212 in March 2024 and 231 in March 2025.',
    ['Membership stood at 212 in March 2024.'],
    ['Membership stood at 231 in March 2024.', 'In March 2025 membership stood at 212.'],
  ],
  [
    'The rent rises from 640 euros in 2025 to 690 euros in 2026.',
    ['The rent rises to 690 euros in 2026.'],
    ['The rent is 690 euros in 2025.', 'In 2026 the rent is 640 euros.'],
  ],
  [
    'Dogs get one tablet twice a day. Cats get half a tablet once a day.',
    ['Dogs get one tablet twice a day.', 'Cats get half a tablet once a day.'],
    [
      'Dogs get half a tablet once a day.',
      'Cats get one tablet twice a day.',
      'Dogs get one tablet once a day.',
      'Cats get half a tablet twice a day.',
    ],
  ],
  [
    'Water the ferns three times a week. Water the cacti once a month.',
    ['Water the ferns three times a week.', 'Water the cacti once a month.'],
    ['Water the cacti three times a week.', 'Water the ferns once a month.', 'Water the ferns twice a week.'],
  ],
  [
    'The green lamp means that the pump runs. The amber lamp means that the filter is full.',
    ['The green lamp means that the pump runs.', 'The amber lamp means that the filter is full.'],
    ['The amber lamp means that the pump runs.', 'The green lamp means that the filter is full.'],
  ],
  [
    'The proposal to close the pool was withdrawn. The proposal to raise the fee was adopted with nine votes.',
    ['The proposal to close the pool was withdrawn.', 'The proposal to raise the fee was adopted.'],
    [
      'The proposal to close the pool was adopted with nine votes.',
      'The proposal to raise the fee was withdrawn.',
    ],
  ],
  [
    'The north gate closes at dusk. The south gate stays open all night.',
    ['The south gate stays open all night.', 'The north gate closes at dusk.'],
    ['The north gate stays open all night.', 'The south gate closes at dusk.'],
  ],
  [
    'Form A goes to the tax office. Form B stays with the employer.',
    ['Form A goes to the tax office.', 'Form B stays with the employer.'],
    ['Form A stays with the employer.', 'Form B goes to the tax office.'],
  ],
  [
    'Visitors under 12 enter free. Visitors over 12 must not enter the crane.',
    ['Visitors under 12 enter free.', 'Visitors over 12 must not enter the crane.'],
    ['Visitors under 12 must not enter the crane.', 'Visitors over 12 enter free.'],
  ],
  [
    '1. Heat the oven.\n2. Grease the tin.\n3. Fold in the eggs.\n4. Bake for an hour.',
    [
      'Heat the oven, then grease the tin.',
      'Grease the tin before folding in the eggs.',
      'First heat the oven, then grease the tin.',
    ],
    [
      'Grease the tin, then heat the oven.',
      'Fold in the eggs before greasing the tin.',
      'First fold in the eggs, then grease the tin.',
      'Heat the oven after greasing the tin.',
    ],
  ],
  [
    'The bus leaves Oban at nine and reaches Perth at noon.',
    ['The bus goes from Oban to Perth.'],
    ['The bus goes from Perth to Oban.'],
  ],
  [
    'The convoy set out from Gdansk and arrived in Riga after two days.',
    ['The convoy went from Gdansk to Riga.'],
    ['The convoy went from Riga to Gdansk.'],
  ],
  [
    'Order 501 was delivered on Monday. Order 502 was returned on Friday.',
    ['Order 501 was delivered on Monday.', 'Order 502 was returned on Friday.'],
    ['Order 501 was returned on Friday.', 'Order 502 was delivered on Monday.'],
  ],
  [
    'The old boiler burned coal. The new boiler burns wood chips and needs one service a year.',
    ['The new boiler burns wood chips.', 'The old boiler burned coal.'],
    ['The new boiler burned coal.', 'The old boiler needs one service a year.'],
  ],
  [
    'Acme Ltd was founded in 1990. The firm is based in Leeds and employs 40 people.',
    ['Acme Ltd is based in Leeds.', 'Acme Ltd employs 40 people.', 'Acme Ltd was founded in 1990.'],
    [],
  ],
  [
    'The ferry to Skye runs daily. It takes 40 minutes and carries 30 cars.',
    ['The ferry to Skye takes 40 minutes.', 'The ferry to Skye carries 30 cars.', 'The ferry runs daily.'],
    [],
  ],
];

it('CIT-5 what follows two joined names belongs to both', () => {
  const lease = 'Between Tarn Ferry Limited (the Owner) and Mr Lars Holm and Ms Ida Brink (the Tenants).';
  expect(verdictOf(lease, 'Lars Holm and Ida Brink are the Tenants.')).toBe('supported');
});

it('CIT-5 a row of two cells whose second is no denies its first', () => {
  const house =
    '| Service | Offered |\n|---|---|\n| Breakfast included | no |\n| Pets allowed | yes |\n| Parking | no |';
  expect(verdictOf(house, 'Breakfast is included.')).toBe('unsupported');
  expect(verdictOf(house, 'Breakfast is not included.')).not.toBe('unsupported');
  expect(verdictOf(house, 'Pets are allowed.')).toBe('supported');
});

describe('CIT-5 each of several things has its own role, value, amount and step', () => {
  it.each(ROWS)('%s', (source, right, wrong) => {
    for (const claim of right) expect(`${claim} ${verdictOf(source, claim)}`).toBe(`${claim} supported`);
    for (const claim of wrong) expect(`${claim} ${verdictOf(source, claim)}`).not.toBe(`${claim} supported`);
  });
});
