import { describe, expect, test } from 'vitest';
import { assembleContext } from './assemble-context.js';
import {
  chunkOf,
  fileOf,
  inputOf,
  lettersOf,
  model,
  pastTurn,
  rolesOf,
  searchCall,
  searchTool,
  stepOf,
  userMessage,
} from './context.test-helper.js';

const agent = { id: 'agent-1', prompt: 'Be brief.', replaceSystemPrompt: false, reminder: null };

describe('CTX-1 the order, letter for letter', () => {
  test('the agent prompt moves down, a search of this turn ends with the reminder', () => {
    const searched = pastTurn(1, { assistant: { steps: [stepOf(searchCall('1', [chunkOf('a', '1')]))] } });
    const second = assembleContext(
      inputOf({ agent, pastTurns: [searched], current: { user: userMessage(2), steps: [] } }),
    );
    expect(lettersOf(second)).toBe('S U1 TC TR A1 CA U2');
    const third = assembleContext(
      inputOf({
        agent,
        pastTurns: [searched, pastTurn(2)],
        current: { user: userMessage(3), steps: [stepOf(searchCall('3', [chunkOf('a', '1')]))] },
        tools: [searchTool],
      }),
    );
    expect(lettersOf(third)).toBe('S U1 TC TR A1 U2 A2 CA U3 TC TR R');
    expect(rolesOf(third)).toBe('system user calls tool assistant user assistant user user calls tool user');
  });

  test('files stay where they were attached, agent and project move', () => {
    const project = { id: 'p', name: 'Project', instructions: null, files: [fileOf('p1')] };
    const first = assembleContext(
      inputOf({ agent, project, current: { user: userMessage(1, { files: [fileOf('f1')] }), steps: [] } }),
    );
    expect(lettersOf(first)).toBe('S CA P F U1');
    const second = assembleContext(
      inputOf({
        agent,
        project,
        pastTurns: [pastTurn(1, { user: { files: [fileOf('f1')] } })],
        current: { user: userMessage(2), steps: [] },
        ledger: first.ledger,
      }),
    );
    expect(lettersOf(second)).toBe('S F U1 A1 CA P U2');
  });

  test('a second call stands between the first and the reminder', () => {
    const steps = [stepOf(searchCall('1', [chunkOf('a', '1')]))];
    const first = assembleContext(inputOf({ tools: [searchTool], current: { user: userMessage(1), steps } }));
    expect(lettersOf(first)).toBe('S U1 TC TR R');
    const second = assembleContext(
      inputOf({
        tools: [searchTool],
        current: { user: userMessage(1), steps: [...steps, stepOf(searchCall('2', [chunkOf('b', '1')]))] },
      }),
    );
    expect(lettersOf(second)).toBe('S U1 TC TR TC TR R');
  });

  test('everything together over several turns', () => {
    const project = {
      id: 'p',
      name: 'Project',
      instructions: 'Use the manual.',
      files: [fileOf('p1'), fileOf('p2')],
    };
    const image = {
      fileId: 'i1',
      name: 'plan.png',
      mediaType: 'image/png',
      width: 800,
      height: 600,
      data: new Uint8Array(3),
    };
    const common = {
      agent: { ...agent, reminder: 'Answer in German.' },
      project,
      tools: [searchTool],
      userReminder: 'No tables.',
    };
    const user1 = userMessage(1, { files: [fileOf('f1'), fileOf('f2')], images: [image] });
    const steps1 = [stepOf(searchCall('1', [chunkOf('a', '1')]), searchCall('2', [chunkOf('b', '1')]))];
    const first = assembleContext(inputOf({ ...common, current: { user: user1, steps: steps1 } }));
    expect(lettersOf(first)).toBe('S CA P F U1 I TC TC TR TR R');
    const turn1 = pastTurn(1, { user: user1, assistant: { steps: steps1 } });
    const user2 = userMessage(2, { files: [fileOf('f3')] });
    const second = assembleContext(
      inputOf({ ...common, pastTurns: [turn1], ledger: first.ledger, current: { user: user2, steps: [] } }),
    );
    expect(lettersOf(second)).toBe('S F U1 I TC TC TR TR A1 CA P F U2 R');
    const last = assembleContext(
      inputOf({
        ...common,
        pastTurns: [turn1, pastTurn(2, { user: user2 })],
        ledger: second.ledger,
        current: { user: userMessage(3), steps: [stepOf(searchCall('3', [chunkOf('c', '1')]))] },
        isLastStep: true,
      }),
    );
    expect(lettersOf(last)).toBe('S F U1 I TC TC TR TR A1 F U2 A2 CA P U3 TC TR R');
    expect(last.toolChoice).toBe('none');
    const reminder = last.report.parts.at(-1)?.text ?? '';
    for (const said of ['Cite the documents', 'last step', 'Answer in German.', 'No tables.'])
      expect(reminder).toContain(said);
    expect(last.ledger.sources.map((source) => source.itemId)).toEqual([
      'file:p1',
      'file:p2',
      'file:f1',
      'file:f2',
      'a',
      'b',
      'file:f3',
      'c',
    ]);
  });

  test('CTX-3 an agent that replaces the system prompt is first and does not move', () => {
    const replacing = { ...agent, prompt: 'You are a lawyer.', replaceSystemPrompt: true };
    const context = assembleContext(
      inputOf({ agent: replacing, pastTurns: [pastTurn(1)], current: { user: userMessage(2), steps: [] } }),
    );
    expect(lettersOf(context)).toBe('S U1 A1 U2');
    expect(context.report.parts[0]?.text).toMatch(/^You are a lawyer\./);
  });

  test('CTX-2 an empty stored prompt means none', () => {
    expect(lettersOf(assembleContext(inputOf({ systemPrompt: '' })))).toBe('U1');
    expect(lettersOf(assembleContext(inputOf({ systemPrompt: null })))).toBe('U1');
  });
});

test('CTX-5 a model without vision gets a marker, and the marker is what is counted', () => {
  const image = {
    fileId: 'i1',
    name: 'plan.png',
    mediaType: 'image/png',
    width: 2000,
    height: 2000,
    data: new Uint8Array(3),
  };
  const current = { user: userMessage(1, { images: [image] }), steps: [] };
  const seen = assembleContext(inputOf({ current }));
  const blind = assembleContext(inputOf({ current, model: { ...model, vision: false } }));
  const cost = (context: typeof seen) =>
    context.report.parts.find((part) => part.kind === 'images')?.tokens ?? 0;
  expect(cost(seen)).toBeGreaterThan(500);
  expect(cost(blind)).toBeLessThan(40);
  const content = blind.prompt.at(-1)?.content;
  expect(content).toEqual([
    { type: 'text', text: 'Question number 1?' },
    { type: 'text', text: '[Image "plan.png", 2000 x 2000: this model cannot see images]' },
  ]);
});
