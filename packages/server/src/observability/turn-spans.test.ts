import type { Packet } from '@ibid/core';
import { expect, it } from 'vitest';
import type { Telemetry } from './telemetry.js';
import { TurnSpans } from './turn-spans.js';

it('OPS-3 tells the kind of a tool, not the document that it reads on in', () => {
  const begun: Record<string, unknown>[] = [];
  const span = { set: () => {}, end: () => {} };
  const telemetry = {
    begin(_name: string, attributes: Record<string, unknown>) {
      begun.push(attributes);
      return span;
    },
  } as unknown as Telemetry;
  const spans = new TurnSpans(telemetry, 'own/chat');
  for (const toolName of ['retrieve_context', 'read_more_of_marigold_files', 'read_page_of_marigold_files'])
    spans.take({ type: 'tool-start', callId: toolName.slice(0, 9), toolName } as Packet);
  expect(begun.map((attributes) => attributes['gen_ai.tool.name'])).toEqual([
    'retrieve_context',
    'read_more',
    'read_page',
  ]);
});
