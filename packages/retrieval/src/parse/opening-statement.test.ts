import { describe, expect, it } from 'vitest';
import { documentDate } from '../knowledge/item-date.js';
import { parseDocument } from './parse-document.js';
import { statedDate } from './stated-date.js';

describe('KB-11 the date at which a paper says it was made or sent', () => {
  it.each([
    // Between parties.
    [
      '# Hull survey agreement\n\nAgreement dated 12 May 2026 between Tarn Yard (the Yard) and Ida Holm (the Owner) for the ketch Swift.',
      '2026-05-12',
    ],
    [
      '# Lease of Slip 3\n\nThis lease is made on 3 February 2024 between Tarn Quay Ltd ("the Landlord") and Ida Holm ("the Tenant").',
      '2024-02-03',
    ],
    [
      '# Slip hire\n\nThis Agreement (the "Agreement") is made and entered into, as of May 8th, 2018 ("Effective Date"), by and between Tarn Yard and Ida Holm.',
      '2018-05-08',
    ],
    [
      '# Charter\n\nThis charterparty was made this 4th day of June, 2019, between Tarn Yard and Ida Holm.',
      '2019-06-04',
    ],
    [
      '# Mooring agreement: Berth 9\n\nBetween Tarn Town Council ("the Harbour") and Holm Boats ("the Company"), dated 8 April 2026, for the summer.',
      '2026-04-08',
    ],
    [
      '# Liegeplatzvertrag Tarn\n\nZwischen dem Hafen Tarn (Vermieter) und der Holm GmbH (Mieter) vom 3. März 2026 über den Platz 9.',
      '2026-03-03',
    ],
    [
      '# Loan TY-17\n\nTarn Savings Bank (the Lender) and Holm Boats (the Borrower), 15 January 2026.\n\n## 1 Sum',
      '2026-01-15',
    ],
    [
      '# Amendment No. 2 to the lease of Slip 3\n\nThis amendment is made on 9 June 2025 between Tarn Quay Ltd and Ida Holm.',
      '2025-06-09',
    ],
    // Sent.
    [
      'HOLM & SON, SAILMAKERS\nOffer to Tarn Yard, 11 September 2026, our reference H-31\n\nMainsail: 1,900',
      '2026-09-11',
    ],
    ['# Quotation 2209\n\nHolm Sails Ltd to Tarn Yard, 10 September 2026\n\nMainsail: 1,900', '2026-09-10'],
    [
      '# The Swift sails again\n\nTarn Courier, 22 October 2026. By Ada Finch.\n\nThe ketch left the slip.',
      '2026-10-22',
    ],
    ['Memo to the crew, Tuesday 3 March 2026\n\nThe slip is closed.', '2026-03-03'],
    // Of a meeting, and in a long first paragraph.
    ['# Yard minutes of 18 March 2026 – Tarn Yard\n\nPresent: Ada Finch.', '2026-03-18'],
    [
      '# Paint rules\n\nTarn Yard, Quay Lane, Tarn. Issue 6, valid from 1 April 2026. Replaces issue 5 of 2023. Responsible: Ada Finch. Paint officer: Jo Lund of the north shed.',
      '2026-04-01',
    ],
    ['# Minutes\n\nDate: Friday, 4 September 2026', '2026-09-04'],
  ])('is read: %j: %s', (text, expected) => {
    expect(statedDate(text)).toBe(expected);
  });

  it.each([
    // Papers that write of another one.
    [
      '# Letter to the tenant\n\nThe lease dated 3 February 2024 between Tarn Quay Ltd and Ida Holm ends in June.',
    ],
    ['# Slip 3\n\nLease dated 3 February 2024 between Tarn Quay Ltd and Ida Holm has ended.'],
    [
      '# Review of the slip contracts\n\nAgreement dated 12 May 2026 between Tarn Yard and Ida Holm: no remarks.',
    ],
    [
      '# Correction to the lease of Slip 3\n\nLease dated 3 February 2024 between Tarn Quay Ltd and Ida Holm.',
    ],
    [
      '# Amendment No. 2 to the lease of Slip 3\n\nThe parties to the lease made on 3 February 2024 agree as follows.',
    ],
    ['# Notes on the minutes of 18 March 2026 – Tarn Yard\n\nThe hall was full.'],
    // Something that happened, or will.
    ['# Tarn\n\nBetween the two launches, on 4 May 2026, the slip was painted.'],
    ['# Tarn\n\nBetween the north shed and the south shed, on 4 May 2026, a fire broke out.'],
    ['# The flood\n\nTarn, 3 May 1953. The water rose to the second step.'],
    ['# Paint\n\nReport to the foreman by Friday, 11 September 2026, that the shed is empty.'],
    ['# Sails\n\nOffer for the mainsail, 11 September 2026 at the latest.'],
    [
      '# Slip plan\n\nThe slip is booked. The crane comes on 3 March 2026. Effective work starts in April, valid tickets are needed from 1 April 2026 by all who enter the yard.',
    ],
    ['# Hire\n\nThe hire begins on Monday 2 November 2026 and ends on Saturday 7 November 2026.'],
    ['# Grant\n\nPeriod: 1 July 2026 to 30 June 2027.'],
  ])('is not taken from what is only mentioned: %j', (text) => {
    expect(statedDate(text)).toBeNull();
  });

  const read = async (text: string, name: string) =>
    documentDate((await parseDocument({ bytes: new TextEncoder().encode(text), name })).metadata)?.value;

  it('stands above a table, not in it', async () => {
    const rows = 'Line,Work,Amount\n1,Keel,900\n2,Mast,700\n';
    expect(await read(`"Refit of Swift: budget, version 2, 18 September 2026",,\n${rows}`, 'refit.csv')).toBe(
      '2026-09-18',
    );
    expect(
      await read('Date,Foreman\n2026-10-12,Ada Finch\n2026-10-13,Jo Lund\n', 'rota.csv'),
    ).toBeUndefined();
    expect(await read(`"Refits 2025",,\n${rows}`, 'refit.csv')).toBeUndefined();
    expect(await read(rows, 'refit-2026-09-18.csv')).toBe('2026-09-18');
  });
});
