import { defineTool, type Tool } from '@ibid/core';
import { z } from 'zod';

const MOST_CHOICES = 12;

let made: Tool | null = null;

/** AGR-7: asks the person a question with choices. This ends the turn; the choice starts the next one. */
export function askUser(): Tool {
  // Every turn offers this tool. Reuse the same object, so its schema is converted and counted only once.
  made ??= createAskUser();
  return made;
}

function createAskUser(): Tool {
  const tool = defineTool({
    name: 'ask_user',
    title: 'A question for you',
    description:
      'Asks the person to choose, and ends the turn. Use it only when the answer depends on a choice that nobody else can make.',
    inputSchema: z.object({
      question: z.string().min(1).max(500),
      choices: z
        .array(z.object({ label: z.string().min(1).max(200), hint: z.string().max(200).optional() }))
        .min(2)
        .max(MOST_CHOICES)
        .describe(`Two to ${MOST_CHOICES} choices.`),
      multiple: z.boolean().default(false).describe('Whether several may be chosen.'),
    }),
    execute: (input) =>
      Promise.resolve({
        text: 'The person is asked; the turn ends here.',
        question: {
          question: input.question,
          choices: input.choices.map((choice) => ({
            value: choice.label,
            label: choice.label,
            ...(choice.hint === undefined ? {} : { hint: choice.hint }),
          })),
          multiple: input.multiple,
        },
      }),
  });
  return tool;
}
