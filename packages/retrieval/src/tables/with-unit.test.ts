import { describe, expect, it } from 'vitest';
import { askTables, tableText } from './ask-tables.test-helper.js';

const FILES = {
  'dues.csv': tableText(`
    Skipper | Dues | Fish | Fee EUR | Fuel
    Ida Brandt | £90.50 | 40 kg | 12 | 30%
    Per Lund | £610 | 25.5 kg | 15 | 60%
    Per Lund | £20 | 12 kg | 20 | 30%`),
};

const saidOf = async (question: string) => (await askTables(question, FILES))?.said ?? null;

describe('KB-12 a sum has the unit of its cells, or that in the name of the column', () => {
  it.each([
    ['What is the total of the dues?', ['The sum of Dues is £720.50']],
    ['What is the total of the dues of Per Lund?', ['The sum of Dues where Skipper = Per Lund is £630']],
    ['What is the average of the dues?', ['The average of Dues is £240.17']],
    ['What is the total of fish?', ['The sum of Fish is 77.5 kg']],
    ['What is the average fuel?', ['The average of Fuel is 40%']],
    ['What is the total of the fee EUR?', ['The sum of Fee EUR is 47']],
    ['How many skippers are there?', ['The different values of Skipper is 2']],
    ['Total fish per skipper', ['Ida Brandt: sum of Fish 40 kg', 'Per Lund: sum of Fish 37.5 kg']],
  ])('%s', async (question, answer) => expect(await saidOf(question)).toEqual(answer));
});
