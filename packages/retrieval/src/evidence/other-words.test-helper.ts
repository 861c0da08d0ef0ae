import type { EvidenceColumn } from './evidence-column.js';

/** A fact without any of the question's words; null: the document says something close, but not this. */
interface ToldFact {
  line: string;
  value: string | null;
}

/**
 * ANS-1: questions that documents answer in entirely different words, written before the code that finds the answers.
 * Each column has lines that answer it, and lines that are close but do not.
 */
export const OTHER_WORDS: { column: EvidenceColumn & { name: string }; facts: ToldFact[] }[] = [
  {
    column: { name: 'Staff', question: 'How many employees does the clinic have?', kind: 'number' },
    facts: [
      { line: 'Some 48 nurses and doctors are on the rota.', value: '48' },
      { line: 'Wages are paid to 31 of us each month.', value: '31' },
      { line: 'The team counts 27 heads.', value: '27' },
      { line: 'The waiting room seats 22.', value: null },
      { line: 'Last year 9,400 patients were seen.', value: null },
    ],
  },
  {
    column: { name: 'Price', question: 'How much does membership cost?', kind: 'number', unit: 'EUR' },
    facts: [
      { line: 'To join, you pay €45 a year.', value: '45' },
      { line: 'Our yearly fee for belonging to the club is €60.', value: '60' },
      { line: 'The subscription is set at 80 euros.', value: '80' },
      { line: 'A locker is rented out for €12.', value: null },
      { line: 'The new roof came to €14,000.', value: null },
    ],
  },
  {
    column: { name: 'Founded', question: 'When was the company founded?', kind: 'date' },
    facts: [
      { line: 'Two brothers set up the business on 3 April 1962.', value: '1962-04-03' },
      { line: 'It all started in May 1987 with a single lathe.', value: '1987-05' },
      { line: 'The firm came into being on 9 September 2004.', value: '2004-09-09' },
      { line: 'The canteen was repainted on 2 June 2019.', value: null },
      { line: 'The ten-thousandth engine was sold on 11 May 2015.', value: null },
    ],
  },
  {
    column: { name: 'Notice', question: 'How long is the notice period?', kind: 'number', unit: 'days' },
    facts: [
      { line: 'Either side may end the contract 30 days in advance.', value: '30' },
      { line: 'Tell us 14 days before you want to leave.', value: '14' },
      { line: 'Termination takes effect after 60 days.', value: '60' },
      { line: 'Invoices are payable within 21 days.', value: null },
      { line: 'Parcels arrive within 3 days.', value: null },
    ],
  },
  {
    column: { name: 'Author', question: 'Who wrote the report?', kind: 'text' },
    facts: [
      { line: 'These pages were drawn up by Hanna Weiss.', value: 'Hanna Weiss' },
      { line: 'Text and figures: Omar Nasser.', value: 'Omar Nasser' },
      { line: 'Edith Moreau put this paper together.', value: 'Edith Moreau' },
      { line: 'Copies can be had from Paul Brandt.', value: null },
      { line: 'The hall was lent by Vera Lindt.', value: null },
    ],
  },
  {
    column: { name: 'Weight', question: 'How heavy is the device?', kind: 'number', unit: 'kg' },
    facts: [
      { line: 'It tips the scales at 3.2 kg.', value: '3.2' },
      { line: 'With batteries you carry 5.5 kg around.', value: '5.5' },
      { line: 'The thing comes to 1.8 kg without its case.', value: '1.8' },
      { line: 'Its shelf bears 40 kg.', value: null },
      { line: 'A bag of pellets holds 15 kg.', value: null },
    ],
  },
  {
    column: { name: 'Due', question: 'When is the deadline for applications?', kind: 'date' },
    facts: [
      { line: 'Send in your papers by 30 June 2026.', value: '2026-06-30' },
      { line: 'Nothing that reaches us after 15 March 2027 is considered.', value: '2027-03-15' },
      { line: 'Candidates can register until 1 October 2026.', value: '2026-10-01' },
      { line: 'The winners are honoured on 4 December 2026.', value: null },
      { line: 'The house is closed on 24 December 2026.', value: null },
    ],
  },
  {
    column: {
      name: 'Severity',
      question: 'How severe are the side effects?',
      kind: 'choice',
      choices: ['mild', 'moderate', 'serious'],
    },
    facts: [
      { line: 'Unwanted reactions were mild in nearly all who took it.', value: 'mild' },
      { line: 'People complained of moderate nausea and headaches.', value: 'moderate' },
      { line: 'Adverse events were found to be serious.', value: 'serious' },
      { line: 'The winter was mild.', value: null },
      { line: 'There was moderate interest from the press.', value: null },
    ],
  },
];

/** Text around it in every document. */
const AROUND = [
  'The garden behind the house is open to everybody.',
  'Bicycles are parked beside the gate, which was built in 1978 and is 2 m wide.',
  'Ines Carvalho waters the plants.',
  'Maps are sold at the desk for €3.',
  'Rain is common between 4 October and 20 March.',
];

/** One document per index in the lists. Each has a line for every column, which answers it or does not. */
export function otherWordsDocuments(): { name: string; text: string; values: (string | null)[] }[] {
  return Array.from({ length: 5 }, (_, place) => {
    const lines = OTHER_WORDS.map(({ facts }, column) => facts[(place + column) % facts.length]!);
    const mixed = lines.flatMap(({ line }, index) => [line, ...(AROUND[index] ? [AROUND[index]] : [])]);
    return {
      name: `paper-${place + 1}.md`,
      text: `# Paper ${place + 1}\n\n${mixed.join(' ')}\n`,
      values: lines.map(({ value }) => value),
    };
  });
}
