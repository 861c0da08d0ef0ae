import { describe, expect, it } from 'vitest';
import { answerFromFiles } from './ask-tables.test-helper.js';

const sheet = (above: string, rows: string) =>
  `# Fees\n\n${above}\n\n| Treatment | Price (£) |\n|---|---|\n${rows}`;

const FEES = {
  'fees-2024.xlsx': sheet(
    'Fees from 1 March 2024',
    '| Vaccination | 46 |\n| Dental scaling | 210 |\n| House call | 60 |',
  ),
  'fees-2025.xlsx': sheet(
    'Fees from 1 March 2025. Replaces the fees of March 2024.',
    '| Vaccination | 49 |\n| Dental scaling | 225 |',
  ),
};
const PLANS = {
  'staff-hours-2025.csv': '| Person | Hours |\n|---|---|\n| Ann Lowe | 30 |\n| Raj Sen | 24 |',
  'staff-hours-2025-revised.csv': '| Person | Hours |\n|---|---|\n| Ann Lowe | 26 |\n| Raj Sen | 32 |',
  'staff-hours-2024.csv': '| Person | Hours |\n|---|---|\n| Ann Lowe | 40 |\n| Raj Sen | 10 |',
};

async function asked(question: string, files: Readonly<Record<string, string>>) {
  const found = await answerFromFiles(question, files);
  return found && [found.document.name, found.result.rows[0]?.at(-1), found.isReplaced ?? false];
}

describe('KB-11, KB-12 a sheet that another one replaces', () => {
  it('answers no more, in whatever order they were found', async () => {
    for (const files of [FEES, Object.fromEntries(Object.entries(FEES).toReversed())]) {
      expect(await asked('How much is a vaccination?', files)).toEqual(['fees-2025.xlsx', '49', false]);
      expect(await asked('What is the highest price?', files)).toEqual(['fees-2025.xlsx', '225', false]);
    }
  });

  it('answers where the question names its time, and where nothing else does, which is said', async () => {
    expect(await asked('How much was a vaccination in 2024?', FEES)).toEqual(['fees-2024.xlsx', '46', false]);
    expect(await asked('How much is a house call?', FEES)).toEqual(['fees-2024.xlsx', '60', true]);
  });

  it('is told by its name, where one is called revised and the other is not; other years stay', async () => {
    expect(await asked('What is the total of the staff hours in 2025?', PLANS)).toEqual([
      'staff-hours-2025-revised.csv',
      '58',
      false,
    ]);
    expect(await asked('What is the total of the staff hours in 2024?', PLANS)).toEqual([
      'staff-hours-2024.csv',
      '50',
      false,
    ]);
  });
});
