import { z } from '@hono/zod-openapi';
import { JsonObjectSchema } from '../api/schemas/index.js';

const TextPartSchema = z.looseObject({ type: z.string(), text: z.string().optional() });

const ContentSchema = z.union([z.string(), z.array(TextPartSchema), z.null()]).optional();

const ToolCallSchema = z.looseObject({
  id: z.string(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
});

export const ChatMessageSchema = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: ContentSchema,
  tool_calls: z.array(ToolCallSchema).optional(),
  tool_call_id: z.string().optional(),
});

const CallerToolSchema = z.looseObject({
  type: z.literal('function'),
  function: z.looseObject({
    name: z.string().regex(/^[\w-]{1,64}$/u),
    description: z.string().optional(),
    parameters: JsonObjectSchema.optional(),
  }),
});

/** The fields that need their own format; `modelSettings` reads or rejects the rest. */
export const ChatCompletionRequestSchema = z
  .looseObject({
    model: z.string().min(1).max(300),
    messages: z.array(ChatMessageSchema).min(1).max(2000),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
    temperature: z.number().min(0).max(2).nullish(),
    max_tokens: z.number().int().min(1).nullish(),
    max_completion_tokens: z.number().int().min(1).nullish(),
    tools: z.array(CallerToolSchema).max(128).nullish(),
  })
  .openapi('ChatCompletionRequest');

export type CallerMessage = z.infer<typeof ChatMessageSchema>;
export type CallerTool = z.infer<typeof CallerToolSchema>;
