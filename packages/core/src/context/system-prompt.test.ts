import { describe, expect, test } from 'vitest';
import { assembleContext } from './assemble-context.js';
import {
  chunkOf,
  fileOf,
  inputOf,
  model,
  pastTurn,
  searchCall,
  searchTool,
  stepOf,
  userMessage,
} from './context.test-helper.js';
import { packagedSystemPrompt, renderSystemPrompt } from './system-prompt.js';

const options = {
  template: packagedSystemPrompt(),
  tools: [searchTool],
  citationRules: true,
  descriptorsEnabled: true,
  createdAt: '2026-11-14T23:30:00Z',
  timeZone: 'Europe/Berlin',
};

const system = (input: Parameters<typeof assembleContext>[0]) =>
  assembleContext(input).report.parts[0]?.text ?? '';
const reminder = (input: Parameters<typeof assembleContext>[0]) =>
  assembleContext(input).report.parts.find((part) => part.kind === 'reminder')?.text ?? '';

describe('CTX-2 the system prompt', () => {
  test('each subject is one section, with the advice on a tool in the tools section', () => {
    const text = renderSystemPrompt(options);
    const headings = [...text.matchAll(/^# (.+)$/gm)].map(([, name]) => name);
    expect(headings).toEqual(['Who you are', 'How to answer', 'Tools', 'Citations', 'Handles', 'Date']);
    expect(text.indexOf('Search before you answer.')).toBeGreaterThan(text.indexOf('# Tools'));
    expect(text.indexOf('Search before you answer.')).toBeLessThan(text.indexOf('# Citations'));
  });

  test('the date is that of the message, in the zone of the person, and last', () => {
    expect(renderSystemPrompt(options)).toMatch(/Sunday,? 15 November 2026, 00:30 \(Europe\/Berlin\)\.$/);
    expect(renderSystemPrompt({ ...options, timeZone: 'Nowhere/Atlantis' })).toMatch(
      /14 November 2026, 23:30 \(UTC\)\.$/,
    );
    expect(renderSystemPrompt({ ...options, createdAt: 'yesterday' })).not.toContain('# Date');
  });

  test('a prompt of an administrator places, keeps or omits the dynamic sections', () => {
    const own = renderSystemPrompt({ ...options, template: 'You are a pirate.' });
    expect(own).toMatch(/^You are a pirate\.\n\n# Tools/);
    expect(own).toContain('# Date');
    const placed = renderSystemPrompt({
      ...options,
      template: '{{citations}}\nAhoy.\n{{omit:tools}}{{omit:descriptors}}On {{day}}.',
    });
    expect(placed).toMatch(/^# Citations/);
    expect(placed).toMatch(/On Sunday,? 15 November 2026\.$/);
    expect(placed).not.toContain('# Tools');
  });

  test('only the tools offered are explained, and handles only while they are on (FD-9)', () => {
    expect(system(inputOf())).not.toContain('# Tools');
    expect(system(inputOf({ descriptorsEnabled: false }))).not.toContain('fd:');
    expect(system(inputOf({ tools: [searchTool], isLastStep: true }))).toContain('Search before you answer.');
    const cannotForbid = { ...model, canForbidTools: false };
    const last = inputOf({ tools: [searchTool], isLastStep: true, model: cannotForbid });
    expect(system(last)).not.toContain('Search before you answer.');
    expect(assembleContext(last).toolChoice).toBe('omit');
    expect(assembleContext(last).report.budget.toolDefinitions).toBe(0);
  });

  test('citation rules stand there while a search tool is offered or sources are in the context', () => {
    expect(system(inputOf())).not.toContain('# Citations');
    expect(system(inputOf({ tools: [searchTool] }))).toContain('# Citations');
    expect(
      system(inputOf({ current: { user: userMessage(1, { files: [fileOf('f')] }), steps: [] } })),
    ).toContain('# Citations');
    const past = inputOf({ pastTurns: [pastTurn(1, { user: { files: [fileOf('f')] } })] });
    expect(system(past)).toContain('# Citations');
  });

  test('what a call of this turn makes necessary goes to the end, so that the prefix holds', () => {
    const steps = [stepOf({ ...searchCall('1', [chunkOf('a', '1')]), toolName: 'open_url' })];
    const found = inputOf({ current: { user: userMessage(1), steps } });
    expect(system(found)).toBe(system(inputOf()));
    expect(reminder(found)).toContain('# Citations');
    const settings = { ...inputOf().settings, citationRulesAfterSearchOnly: true };
    const before = inputOf({ settings, tools: [searchTool] });
    expect(system(before)).not.toContain('# Citations');
    expect(reminder(before)).toBe('');
    const after = { ...before, current: { user: userMessage(1), steps: [stepOf(searchCall('1', []))] } };
    expect(system(after)).toBe(system(before));
    expect(reminder(after)).toContain('# Citations');
  });
});

describe('CTX-8 one reminder', () => {
  test('no kind displaces another, and nothing to say is no message', () => {
    const agent = { id: 'x', prompt: 'Brief.', replaceSystemPrompt: false, reminder: 'In German.' };
    const current = { user: userMessage(1), steps: [stepOf(searchCall('1', [chunkOf('a', '1')]))] };
    const all = inputOf({
      agent,
      userReminder: 'No tables.',
      tools: [searchTool],
      isLastStep: true,
      current,
    });
    const text = reminder(all);
    for (const said of ['Cite the documents', 'last step', 'In German.', 'No tables.'])
      expect(text).toContain(said);
    expect(assembleContext(all).prompt.filter((message) => message.role === 'user')).toHaveLength(3);
    expect(reminder(inputOf({ userReminder: '  ' }))).toBe('');
  });

  test('the citation reminder lasts from the first search to the end of the turn', () => {
    const plain = stepOf({
      callId: '2',
      toolName: 'run',
      input: {},
      outcome: { text: 'done' },
      descriptor: 'fd:2',
    });
    const steps = [stepOf(searchCall('1', []))];
    expect(
      reminder(inputOf({ tools: [searchTool], current: { user: userMessage(1), steps: [plain] } })),
    ).toBe('');
    expect(
      reminder(inputOf({ tools: [searchTool], current: { user: userMessage(1), steps: [...steps, plain] } })),
    ).toContain('Cite');
  });
});
