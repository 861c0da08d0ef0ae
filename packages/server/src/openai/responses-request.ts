import { z } from '@hono/zod-openapi';
import { JsonObjectSchema } from '../api/schemas/index.js';
import type { CallerMessage, CallerTool } from './chat-request.js';

const InputItemSchema = z.looseObject({
  type: z.string().optional(),
  role: z.enum(['system', 'developer', 'user', 'assistant']).optional(),
  content: z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]).optional(),
  call_id: z.string().optional(),
  name: z.string().optional(),
  arguments: z.string().optional(),
  output: z.unknown().optional(),
});

const ResponseToolSchema = z.looseObject({
  type: z.string(),
  name: z.string().optional(),
  description: z.string().nullish(),
  parameters: JsonObjectSchema.nullish(),
});

export const ResponsesRequestSchema = z
  .looseObject({
    model: z.string().min(1).max(300),
    input: z.union([z.string(), z.array(InputItemSchema).min(1).max(2000)]),
    instructions: z.string().nullish(),
    stream: z.boolean().nullish(),
    temperature: z.number().min(0).max(2).nullish(),
    max_output_tokens: z.number().int().min(1).nullish(),
    /** Continues from a stored response; instructions are not carried over. */
    previous_response_id: z.string().max(200).nullish(),
    /** False: no request can continue from this one. */
    store: z.boolean().nullish(),
    tools: z.array(ResponseToolSchema).max(128).nullish(),
  })
  .openapi('ResponsesRequest');

export type ResponsesRequest = z.infer<typeof ResponsesRequestSchema>;

/** Converts the request to chat completions messages. */
export function toChatMessages(request: ResponsesRequest): CallerMessage[] {
  const instructions: CallerMessage[] = request.instructions
    ? [{ role: 'system', content: request.instructions }]
    : [];
  if (typeof request.input === 'string') return [...instructions, { role: 'user', content: request.input }];
  const messages = request.input.flatMap((item): CallerMessage[] => {
    if (item.type === 'function_call')
      return [
        {
          role: 'assistant',
          content: '',
          tool_calls: [
            {
              id: item.call_id ?? '',
              function: { name: item.name ?? '', arguments: item.arguments ?? '{}' },
            },
          ],
        },
      ];
    if (item.type === 'function_call_output')
      return [{ role: 'tool', tool_call_id: item.call_id ?? '', content: outputText(item.output) }];
    if (!item.role) return [];
    const content =
      typeof item.content === 'string'
        ? item.content
        : (item.content ?? []).map((part) => part.text ?? '').join('');
    return [{ role: item.role, content }];
  });
  return [...instructions, ...messages];
}

export function toCallerTools(request: ResponsesRequest): CallerTool[] {
  return (request.tools ?? []).flatMap((tool): CallerTool[] =>
    tool.type === 'function' && tool.name
      ? [
          {
            type: 'function',
            function: {
              name: tool.name,
              ...(tool.description ? { description: tool.description } : {}),
              ...(tool.parameters ? { parameters: tool.parameters } : {}),
            },
          },
        ]
      : [],
  );
}

function outputText(output: unknown): string {
  return typeof output === 'string' ? output : JSON.stringify(output ?? '');
}
