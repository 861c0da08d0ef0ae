import type { EvidenceColumn } from './evidence-column.js';

/** The expected cell; null: the document does not say. */
interface KnownFact {
  value: string | null;
  /** What the quote must contain. */
  written: string | null;
  /** The document says it without any of the question's words. */
  isParaphrased: boolean;
}

export interface KnownDocument {
  name: string;
  text: string;
  facts: KnownFact[];
}

export const KNOWN_COLUMNS: (EvidenceColumn & { name: string })[] = [
  { name: 'Depth', question: 'How deep is the harbour basin?', kind: 'number', unit: 'm' },
  { name: 'Refit cost', question: 'What did the refit of the pier cost?', kind: 'number', unit: 'EUR' },
  { name: 'Crew', question: 'How many people work at the station?', kind: 'number' },
  { name: 'Stay', question: 'How long may visitors stay?', kind: 'number', unit: 'days' },
  { name: 'Opened', question: 'When was the station opened?', kind: 'date' },
  { name: 'Inspection', question: 'When is the next inspection of the crane?', kind: 'date' },
  { name: 'Manager', question: 'Who is the station manager?', kind: 'text' },
  { name: 'Keys', question: 'Where are the spare keys kept?', kind: 'text' },
  { name: 'Swimming', question: 'Is swimming allowed in the basin?', kind: 'yes-no' },
  { name: 'Winter', question: 'Is the café open in winter?', kind: 'yes-no' },
  {
    name: 'Risk',
    question: 'How is the flood risk rated?',
    kind: 'choice',
    choices: ['low', 'medium', 'high'],
  },
  { name: 'Insurance', question: 'What is the insurance policy number?', kind: 'text' },
];

type Fact = { value: string; written: string; lines: readonly string[]; others: readonly string[] };

/** A seeded random generator. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const PEOPLE =
  'Maria Okafor|Jonas Lindqvist|Aiko Tanaka|Pedro Almeida|Ingrid Bauer|Samuel van Dijk|Leila Haddad|Tom Reilly|Ana Kovač|Henrik Moe'.split(
    '|',
  );
const TOWNS = 'Bergen Ostend Larne Trieste Gdynia Setúbal Cuxhaven Roscoff Nexø Visby'.split(' ');
const PLACES = [
  'the locker beside the slipway',
  'a tin box in the galley',
  'the safe of the office',
  'the boathouse behind the oars',
];

const thousands = (value: number) => value.toLocaleString('en-US');

/** One fact in several wordings. `others` contain none of the question's words. */
function factsOf(random: (below: number) => number, town: string): Fact[] {
  const pick = <Value>(values: readonly Value[]) => values[random(values.length)]!;
  const day = () => ({ day: 1 + random(28), month: random(12), year: 1990 + random(36) });
  const [opened, inspected, other] = [day(), { ...day(), year: 2027 + random(3) }, day()];
  const iso = (date: ReturnType<typeof day>) =>
    `${date.year}-${String(date.month + 1).padStart(2, '0')}-${String(date.day).padStart(2, '0')}`;
  const long = (date: ReturnType<typeof day>) => `${date.day} ${MONTHS[date.month]} ${date.year}`;
  const american = (date: ReturnType<typeof day>) => `${MONTHS[date.month]} ${date.day}, ${date.year}`;
  const depth = (20 + random(160)) / 10;
  const cost = thousands(10_000 * (3 + random(90)) + 500);
  const crew = 3 + random(60);
  const stay = 2 + random(28);
  const manager = pick(PEOPLE);
  const before = pick(PEOPLE.filter((name) => name !== manager));
  const place = pick(PLACES);
  const isAllowed = random(2) === 0;
  const isOpen = random(2) === 0;
  const risk = pick(['low', 'medium', 'high']);
  return [
    {
      value: `${depth} m`,
      written: `${depth}`,
      lines: [
        `The harbour basin is ${depth} m deep and 210 m long.`,
        `At low water the depth of the harbour basin is ${depth} m.`,
        `Depth of the harbour basin: ${depth} m`,
        `| Harbour basin, depth | ${depth} m |`,
        `The pier is 85 m long, the harbour basin ${depth} m deep.`,
      ],
      others: [`Boats with a draught of up to ${depth} m can moor inside the walls.`],
    },
    {
      value: `${cost} EUR`,
      written: cost,
      lines: [
        `The refit of the pier cost €${cost}, the new lamps €8,400.`,
        `For the refit of the pier, ${town} paid ${cost} euros.`,
        `Cost of the pier refit: EUR ${cost}`,
        `| Refit of the pier | ${cost} EUR |`,
      ],
      others: [`Works on the landing stage were settled with an invoice over €${cost}.`],
    },
    {
      value: String(crew),
      written: String(crew),
      lines: [
        `${crew} people work at the station, most of them part-time.`,
        `The station has ${crew} people on its books, who work in three shifts.`,
        `People who work at the station: ${crew}`,
        `| People at work in the station | ${crew} |`,
      ],
      others: [`The payroll lists ${crew} names.`],
    },
    {
      value: `${stay} days`,
      written: String(stay),
      lines: [
        `Visitors may stay for up to ${stay} days; after that a fee of €40 is due.`,
        `Longest stay of visitors: ${stay} days`,
        `A visitor may not stay longer than ${stay} days.`,
        `| Visitors, longest stay | ${stay} days |`,
      ],
      others: [`Guests must give up their berth after ${stay} days.`],
    },
    {
      value: iso(opened),
      written: String(opened.year),
      lines: [
        `The station was opened on ${long(opened)} by the mayor.`,
        `Plans were drawn in ${opened.year - 4}, and the station opened on ${american(opened)}.`,
        `Station opened: ${iso(opened)}`,
        `| Station opened | ${long(opened)} |`,
        `The station was rebuilt on ${long(other)}; it had been opened on ${long(opened)}.`,
      ],
      others: [`The ribbon was cut on ${long(opened)}.`],
    },
    {
      value: iso(inspected),
      written: String(inspected.year),
      lines: [
        `The next inspection of the crane is on ${long(inspected)}.`,
        `The crane was greased on ${long(other)}; its next inspection is due on ${american(inspected)}.`,
        `Next inspection of the crane: ${iso(inspected)}`,
        `| Crane, next inspection | ${long(inspected)} |`,
      ],
      others: [`The hoist goes back to the surveyor on ${long(inspected)}.`],
    },
    {
      value: manager,
      written: manager,
      lines: [
        `The station manager is ${manager}.`,
        `${manager} is the station manager and took over from ${before}.`,
        `Station manager: ${manager}`,
        `| Station manager | ${manager} |`,
        `The station is managed by ${manager}.`,
      ],
      others: [`${manager} runs the place.`],
    },
    {
      value: place,
      written: place.split(' ').at(-1)!,
      lines: [
        `The spare keys are kept in ${place}.`,
        `Spare keys: in ${place}`,
        `| Spare keys are kept in | ${place} |`,
        `Keep the spare keys in ${place}, and sign for them.`,
      ],
      others: [`If you are locked out, look in ${place}.`],
    },
    {
      value: isAllowed ? 'yes' : 'no',
      written: isAllowed ? 'wimming' : 'wim',
      lines: isAllowed
        ? [
            'Swimming is allowed in the basin from June on.',
            'Swimming in the basin is permitted.',
            'Swimming in the basin allowed: yes',
            '| Swimming in the basin allowed | yes |',
          ]
        : [
            'Swimming is not allowed in the basin.',
            'Swimming in the basin is forbidden.',
            'Swimming in the basin allowed: no',
            '| Swimming in the basin allowed | no |',
            'No swimming is allowed in the basin.',
          ],
      others: [isAllowed ? 'Swimmers are welcome.' : 'Swimmers are fined.'],
    },
    {
      value: isOpen ? 'yes' : 'no',
      written: 'winter',
      lines: isOpen
        ? [
            'The café is open in winter, too.',
            'In winter the café stays open on weekends.',
            'Café open in winter: yes',
          ]
        : ['The café is closed in winter.', 'The café is not open in winter.', 'Café open in winter: no'],
      others: [isOpen ? 'Soup is served all winter.' : 'No food is served once the winter begins.'],
    },
    {
      value: risk,
      written: risk,
      lines: [
        `The flood risk is rated ${risk}.`,
        `Flood risk: ${risk}`,
        `| Flood risk | ${risk} |`,
        `Engineers rated the risk of a flood as ${risk} in their last report.`,
      ],
      others: [`The danger from storm surges was put down as ${risk}.`],
    },
  ];
}

const FILLER = [
  'Storms from the north-west are common between October and March.',
  'The light on the mole was built in 1931 and is 14 m high.',
  'Fuel is sold on weekdays between 08:00 and 16:30.',
  'A ferry leaves for the islands at 09:15.',
  'Three fishing boats land their catch here, 40 tonnes in a good year.',
  'The old crane was sold in 2009 for €12,000.',
  'Dogs must be kept on a lead.',
  'The archive of the harbour office goes back to 1874.',
];

/** ANS-1: documents about forty harbours, in prose, named values and tables, with facts that are known or absent. */
export function knownDocuments(count = 40, seed = 7): KnownDocument[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, index) => {
    const town = `${TOWNS[index % TOWNS.length]!}${index < TOWNS.length ? '' : ` ${1 + Math.floor(index / TOWNS.length)}`}`;
    const told: { line: string; isRow: boolean }[] = [];
    const facts = factsOf(random, town).map(({ value, written, lines, others }): KnownFact => {
      if (random(5) === 0) return { value: null, written: null, isParaphrased: false };
      const isParaphrased = random(10) === 0;
      const from = isParaphrased ? others : lines;
      const line = from[random(from.length)]!;
      told.push({ line, isRow: line.startsWith('|') });
      return { value, written, isParaphrased };
    });
    facts.push({ value: null, written: null, isParaphrased: false });
    const rows = told.filter(({ isRow }) => isRow).map(({ line }) => line);
    const sentences = [...told.filter(({ isRow }) => !isRow).map(({ line }) => line), ...FILLER];
    const shuffled = sentences
      .map((line) => ({ line, at: random(1_000_000) }))
      .toSorted((a, b) => a.at - b.at);
    const [prose, named] = [true, false].map((isProse) =>
      shuffled.flatMap(({ line }) => (/[.]$/u.test(line) === isProse ? [line] : [])),
    );
    const text = [
      `# ${town} rescue station`,
      prose!.slice(0, 5).join(' '),
      '## Notes',
      prose!.slice(5).join(' '),
      named!.join('\n'),
      rows.length === 0 ? '' : ['| What | Value |', '| --- | --- |', ...rows].join('\n'),
    ];
    return { name: `${town}.md`, text: `${text.filter((part) => part !== '').join('\n\n')}\n`, facts };
  });
}
