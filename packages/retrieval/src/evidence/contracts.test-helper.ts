import type { EvidenceColumn } from './evidence-column.js';

/** In column order; null: the contract does not say. For text: what the value must contain. */
type Facts = readonly (string | null)[];

export interface ContractDocument {
  name: string;
  language: 'en' | 'de';
  /** Not looked at while the rules were written. */
  isUnseen: boolean;
  text: string;
  facts: Facts;
  /** Columns for which the contract says two things. The cell must be weak at best. */
  undecided?: readonly number[];
}

type NamedColumn = EvidenceColumn & { name: string };

export const CONTRACT_COLUMNS: Record<'en' | 'de', NamedColumn[]> = {
  en: [
    { name: 'Start', question: 'When does the contract start?', kind: 'date' },
    { name: 'End', question: 'When does the contract end?', kind: 'date' },
    { name: 'Notice', question: 'What is the notice period?', kind: 'number', unit: 'months' },
    { name: 'Fee', question: 'What is the fee?', kind: 'number', unit: 'EUR' },
    { name: 'Law', question: 'Which law governs the contract?', kind: 'text' },
    {
      name: 'Level',
      question: 'Which service level was agreed?',
      kind: 'choice',
      choices: ['gold', 'silver', 'bronze'],
    },
    { name: 'Renewal', question: 'Does the contract renew automatically?', kind: 'yes-no' },
    {
      name: 'Payment',
      question: 'Within how many days must invoices be paid?',
      kind: 'number',
      unit: 'days',
    },
    { name: 'Subletting', question: 'Is subletting allowed?', kind: 'yes-no' },
  ],
  de: [
    { name: 'Beginn', question: 'Wann beginnt der Vertrag?', kind: 'date' },
    { name: 'Ende', question: 'Wann endet der Vertrag?', kind: 'date' },
    { name: 'Frist', question: 'Wie lang ist die Kündigungsfrist?', kind: 'number', unit: 'Monate' },
    { name: 'Preis', question: 'Wie hoch ist die Vergütung?', kind: 'number', unit: 'EUR' },
    { name: 'Recht', question: 'Welches Recht gilt?', kind: 'text' },
    {
      name: 'Stufe',
      question: 'Welche Servicestufe wurde vereinbart?',
      kind: 'choice',
      choices: ['Gold', 'Silber', 'Bronze'],
    },
    { name: 'Verlängerung', question: 'Verlängert sich der Vertrag automatisch?', kind: 'yes-no' },
    {
      name: 'Zahlung',
      question: 'Innerhalb von wie vielen Tagen sind Rechnungen zu zahlen?',
      kind: 'number',
      unit: 'Tage',
    },
    { name: 'Untervermietung', question: 'Ist die Untervermietung erlaubt?', kind: 'yes-no' },
  ],
};

/** ANS-1: ten realistic contracts, written before the rules that read them. */
export const CONTRACTS: ContractDocument[] = [
  {
    name: 'office-lease.md',
    language: 'en',
    isUnseen: false,
    text: `# Office lease, Harbour Street 12

Between Norden Property Ltd (the landlord) and Pellworm Software GmbH (the tenant).

## Term

This lease commences on 1 April 2023 and runs until 31 March 2028. After that date it continues from year to year unless one of the parties gives notice.

## Rent

The rent is 2,850 EUR per month, payable in advance by the third working day. The tenant pays a deposit of 8,550 EUR.

## Notice

Either party may terminate the lease with six months' notice to the end of a quarter.

## Use

The rooms may be used as offices only. Subletting is not permitted without the written consent of the landlord.

## Law

This lease is governed by the laws of Ireland.
`,
    facts: ['2023-04-01', '2028-03-31', '6', '2850', 'Ireland', null, 'yes', null, 'no'],
  },
  {
    name: 'paper-supply.md',
    language: 'en',
    isUnseen: false,
    text: `# Supply agreement: paper and toner

Kestrel Paper BV supplies the buyer, Alder & Finch LLP, with copy paper and toner.

1. The agreement takes effect on 15 January 2024.
2. It expires on 14 January 2026 and is not renewed automatically.
3. Prices are fixed for the first year. The buyer pays a flat fee of 1,200 EUR a quarter.
4. Invoices are due within 30 days of receipt.
5. Either side can cancel with three months' written notice.
6. Disputes are settled under Dutch law by the courts of Utrecht.
`,
    facts: ['2024-01-15', '2026-01-14', '3', '1200', 'Dutch law', null, 'no', '30', null],
  },
  {
    name: 'liability-policy.md',
    language: 'en',
    isUnseen: true,
    text: `# Business liability insurance

Policy number: BL-77-20931
Insured: Marlow Joinery Ltd
Insurer: Tamar Mutual

Cover is valid from 1 July 2024 and lapses at midnight on 30 June 2025. The policy renews itself for a further year unless it is cancelled one month before it lapses.

The yearly premium comes to 1,940 EUR. It is due within 14 days of the invoice.

The policy is subject to the law of England and Wales.
`,
    facts: ['2024-07-01', '2025-06-30', '1', '1940', 'England', null, 'yes', '14', null],
  },
  {
    name: 'lift-maintenance.md',
    language: 'en',
    isUnseen: false,
    text: `# Lift maintenance contract

Rowan Lifts looks after the two passenger lifts at 4 Quay Road.

The contract was signed on 20 November 2023. Work begins on 1 December 2023. The contract ends on 30 November 2026.

The service level is gold for the first year, then silver.

The annual fee is 4,380 EUR plus VAT. Call-outs at night are charged at 260 EUR each. Our invoices are payable within 21 days.

The customer may give notice of termination at any time; the notice period is 3 months.

The law of Scotland applies.
`,
    facts: ['2023-12-01', '2026-11-30', '3', '4380', 'Scotland', 'gold', null, '21', null],
    undecided: [5],
  },
  {
    name: 'reinigung.md',
    language: 'de',
    isUnseen: false,
    text: `# Reinigungsvertrag

Zwischen der Blank & Rein GmbH (Auftragnehmer) und der Stadtbibliothek Emden (Auftraggeber).

Der Vertrag beginnt am 1. März 2024 und endet am 28. Februar 2027. Er verlängert sich automatisch um ein Jahr, wenn er nicht gekündigt wird.

Die Kündigungsfrist beträgt drei Monate zum Vertragsende.

Die monatliche Vergütung beträgt 1.780 EUR zuzüglich Umsatzsteuer. Rechnungen sind innerhalb von 14 Tagen zu zahlen.

Vereinbart ist die Servicestufe Silber.

Es gilt deutsches Recht.
`,
    facts: ['2024-03-01', '2027-02-28', '3', '1780', 'deutsches Recht', 'Silber', 'ja', '14', null],
  },
  {
    name: 'cloud-hosting.md',
    language: 'en',
    isUnseen: true,
    text: `# Hosting agreement

Brightwater Hosting Inc. runs the servers of the customer, Osprey Travel.

## 1. Services

The customer has chosen the silver service level. Backups are made every night and kept for 35 days.

## 2. Duration

The start date is 1 September 2024; the initial term is two years, so the agreement ends on 31 August 2026. At the end of the initial term it renews automatically for twelve months at a time.

## 3. Termination

Each party can terminate the agreement by giving 2 months' notice in writing.

## 4. Charges

The monthly charge is 640 EUR. Payment is due 10 days after the invoice date.

## 5. General

The agreement shall be construed in accordance with the laws of the State of Delaware.
`,
    facts: ['2024-09-01', '2026-08-31', '2', '640', 'Delaware', 'silver', 'yes', '10', null],
  },
  {
    name: 'flat-lease.md',
    language: 'en',
    isUnseen: false,
    text: `# Tenancy agreement

Flat 3, 18 Linden Row. Landlord: Edda Voss. Tenant: Marc Teller.

The tenancy begins on 1 October 2022 for an indefinite period.

The tenant pays 985 EUR rent each month. The deposit is 2,955 EUR.

The tenant may terminate the tenancy at any time with three months' notice. The landlord has to give six months' notice.

The tenant may sublet single rooms. Pets need the landlord's consent.
`,
    facts: ['2022-10-01', null, '3', '985', null, null, null, null, 'yes'],
    undecided: [2],
  },
  {
    name: 'wartung-heizung.md',
    language: 'de',
    isUnseen: true,
    text: `# Wartungsvertrag Heizungsanlage

Die Firma Kröger Wärmetechnik wartet die Heizung im Haus Lindenallee 7.

Laufzeit: 01.05.2023 bis 30.04.2025

Der Vertrag tritt am 1. Mai 2023 in Kraft. Nach Ablauf der Laufzeit endet er, ohne dass es einer Kündigung bedarf; eine automatische Verlängerung ist ausgeschlossen.

Das Entgelt beträgt 420 EUR im Jahr und ist binnen 30 Tagen nach Rechnungsstellung fällig.

Beide Seiten können mit einer Frist von sechs Wochen kündigen.

Auf diesen Vertrag findet österreichisches Recht Anwendung.
`,
    facts: ['2023-05-01', '2025-04-30', '1.5', '420', 'österreichisches Recht', null, 'nein', '30', null],
  },
  {
    name: 'coffee-machines.md',
    language: 'en',
    isUnseen: false,
    text: `# Rental of coffee machines

Supplier: Crema Nord AB
Customer: Holt Architects
Start date: 3 June 2024
End date: 2 June 2025
Fee: EUR 310 per month
Service level: bronze
Payment: within 7 days of the invoice
Notice period: 1 month
Governing law: Sweden

The machines stay the property of the supplier. The contract does not renew automatically.
`,
    facts: ['2024-06-03', '2025-06-02', '1', '310', 'Sweden', 'bronze', 'no', '7', null],
  },
  {
    name: 'security-guards.md',
    language: 'en',
    isUnseen: true,
    text: `# Agreement on guard services

Sable Security Ltd guards the warehouse of Dunmore Freight.

The guards start work on 12 February 2025. This agreement terminates on 11 February 2027, unless the parties extend it in writing. There is no automatic renewal.

For its services Sable receives 7,200 EUR a month. Invoices must be settled within 45 days.

Notice must be given four months in advance.

The parties agreed on the gold service level.

Any dispute is governed by Maltese law. Sable may not subcontract the work.
`,
    facts: ['2025-02-12', '2027-02-11', '4', '7200', 'Maltese law', 'gold', 'no', '45', null],
  },
];
