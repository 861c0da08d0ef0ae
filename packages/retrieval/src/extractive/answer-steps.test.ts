import { describe, expect, it } from 'vitest';
import { askPapers } from './ask-papers.test-helper.js';

const KETTLE = `# Cleaning the brew kettle

The kettle is cleaned after every third brew.

1. Drain the kettle completely.
2. Rinse with warm water for five minutes.
3. Circulate caustic (2 %) at 75 °C for 30 minutes.
4. Rinse until the pH is below 8.
5. Circulate acid (1 %) for 15 minutes. Open the vent first.
6. Sanitise with peracetic acid.

Record the clean in the log book.

## Descaling the heat exchanger

1. Close both valves.
2. Pump citric acid through for an hour.`;
const SURGERY = `Admitting a patient for surgery

Step 1: Check the consent form.
Step 2: Place the catheter.
Step 3: Give the premedication.
Step 4: Wait fifteen minutes.

If the animal vomits after premedication, call the vet on duty.`;
const PRAXIS =
  '# Öffnen der Praxis\n\n1. Alarmanlage ausschalten.\n2. Telefon umschalten.\n3. Kasse zählen.\n\nDanach wird das Tor geöffnet.';
const LEASE =
  '# Lease of the shop\n\n1. The tenant pays on the first of the month.\n2. The deposit is three rents.\n3. Either side may give notice in writing.';

const ask = (
  question: string,
  { papers = [KETTLE, SURGERY, PRAXIS, LEASE], told = '', language = 'en' as 'en' | 'de' } = {},
) => askPapers(question, papers, { told, language });

describe('MOD-2 questions about the steps of a procedure', () => {
  it.each([
    'How do I clean the brew kettle?',
    'How is the brew kettle cleaned?',
    'What are the steps for cleaning the brew kettle?',
    'How many steps does the cleaning of the brew kettle have?',
  ])('%s: all of them, in order', async (question) => {
    const answer = await ask(question);
    expect(answer).toContain('6 steps in “Cleaning the brew kettle”');
    const numbers = [...answer.matchAll(/^- “(\d)\. /gmu)].map(([, at]) => at);
    expect(numbers).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(answer).toContain('“Open the vent first.” [1]');
    expect(answer).not.toContain('citric');
  });

  it.each([
    ['What is the third step of cleaning the kettle?', ['3. Circulate caustic']],
    ['What is step 4 of cleaning the kettle?', ['4. Rinse until']],
    ['What is the last step when cleaning the brew kettle?', ['6. Sanitise']],
    ['What is the first step of descaling the heat exchanger?', ['1. Close both valves']],
    ['What comes after circulating caustic?', ['3. Circulate caustic', '4. Rinse until']],
    ['What do I do before the premedication?', ['Step 2: Place', 'Step 3: Give']],
    ['After the catheter, what comes next?', ['Step 2: Place', 'Step 3: Give']],
    ['What comes after step 2 of admitting a patient?', ['Step 3: Give']],
    ['What happens after rinsing?', ['2. Rinse', '3. Circulate', '4. Rinse', '5. Circulate']],
    ['Was kommt nach dem Umschalten des Telefons?', ['2. Telefon', '3. Kasse']],
    ['Wie öffne ich die Praxis?', ['1. Alarmanlage', '2. Telefon', '3. Kasse']],
    ['Was ist der letzte Schritt beim Öffnen der Praxis?', ['3. Kasse']],
  ])('%s', async (question, quoted) => {
    const answer = await ask(question);
    const found = [...answer.matchAll(/^- “(.+?)” \[\d\]/gmu)].map(([, text]) => text);
    expect(found).toHaveLength(quoted.length);
    for (const [place, start] of quoted.entries()) expect(found[place]).toMatch(new RegExp(`^${start}`, 'u'));
  });

  it('go on from the answer before', async () => {
    const told = 'I quote step 3 of 6:\n\n- “3. Circulate caustic (2 %) at 75 °C for 30 minutes.” [1]';
    expect(await ask('And then?', { told })).toContain('“4. Rinse until the pH is below 8.” [1]');
    expect(await ask('And what comes before that?', { told })).toContain('“2. Rinse with warm water');
  });

  it('say what a list does not have', async () => {
    expect(await ask('What is step 9 of cleaning the kettle?')).toBe(
      'I found steps 1 to 6 in “Cleaning the brew kettle”, and no step 9.',
    );
    const last = await ask('What comes after sanitising with peracetic acid?');
    expect(last).toContain('and no step 7');
    expect(last).toContain('“6. Sanitise with peracetic acid.” [1]');
  });

  it('say what they can see of a list that was cut', async () => {
    const papers = [`${KETTLE.split('\n3. ')[0]}\n[…]\n5. Circulate acid.\n6. Sanitise.`];
    const answer = await ask('How do I clean the brew kettle?', { papers });
    expect(answer).toContain('I found 2 steps');
    expect(answer).toContain('I found steps 5 to 6');
  });

  it.each([
    // The clauses of a contract have an order, but none comes after what another one is about.
    'What happens after the deposit is paid?',
    'How do I clean the windows?',
    'How do I descale the coffee machine?',
    'How many steps does the staircase have?',
    'What is the first thing in the lease?',
    'How much is the deposit?',
    // A condition is not a deed.
    'What happens after the animal vomits?',
  ])('%s: not taken for one', async (question) => {
    const answer = await ask(question);
    expect(answer).not.toMatch(/I (?:found|quote) (?:\d+ )?steps?/u);
  });

  it('leave the word to a text that says what comes after', async () => {
    const papers = [KETTLE, '# Brewing\n\nAfter circulating caustic, the brewer calls the laboratory.'];
    const answer = await ask('What comes after circulating caustic?', { papers });
    expect(answer).toContain('calls the laboratory');
    expect(answer).not.toContain('I quote');
  });

  it('say it in German', async () => {
    expect(await ask('Wie viele Schritte hat das Öffnen der Praxis?', { language: 'de' })).toContain(
      'Ich habe in „Öffnen der Praxis“ 3 Schritte gefunden:',
    );
  });
});
