import { useState } from 'react';
import type { UserQuestion } from '@ibid/core/internal';
import { messageOf } from '../api/api-error.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { CheckField } from '../ui/field.js';
import { Notice } from '../ui/notice.js';
import { useConversationActions } from './conversation-actions.js';

/** AGR-7: the question that ended the turn. The choice starts the next turn, limited to it. */
export function QuestionForm({ question }: { question: UserQuestion }) {
  const actions = useConversationActions();
  const [chosen, setChosen] = useState<string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const send = (values: string[]) => {
    const labels = question.choices.filter(({ value }) => values.includes(value)).map(({ label }) => label);
    actions.answerQuestion(labels.join(', '), values).catch((error: unknown) => setProblem(messageOf(error)));
  };
  return (
    <fieldset className="no-print rounded-xl border bg-panel px-4 pt-2 pb-4">
      <legend className="px-1 font-medium">{question.question}</legend>
      {question.multiple ? (
        <div className="flex flex-col gap-2">
          {question.choices.map(({ value, label, hint }) => (
            <CheckField
              key={value}
              label={label}
              hint={hint}
              checked={chosen.includes(value)}
              onChange={(event) =>
                setChosen(
                  event.target.checked ? [...chosen, value] : chosen.filter((other) => other !== value),
                )
              }
            />
          ))}
          <Button
            variant="primary"
            className="self-start"
            disabled={chosen.length === 0}
            onClick={() => send(chosen)}
          >
            {texts.conversation.continue}
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap gap-2">
          {question.choices.map(({ value, label, hint }) => (
            <Button key={value} title={hint} onClick={() => send([value])}>
              {label}
            </Button>
          ))}
        </div>
      )}
      <p className="mt-2 text-xs text-soft">{texts.conversation.ownAnswer}</p>
      {problem === null ? null : <Notice tone="error">{problem}</Notice>}
    </fieldset>
  );
}
