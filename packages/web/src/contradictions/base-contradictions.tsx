import { Scale, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { messageOf } from '../api/api-error.js';
import { useContradictionChanges, useContradictionList } from '../api/contradictions.js';
import { dateLocale } from '../texts/language.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';
import { TextField } from '../ui/field.js';
import { IconButton } from '../ui/icon-button.js';
import { Notice } from '../ui/notice.js';
import { QueryState } from '../ui/query-state.js';
import { ContradictionLook } from './contradiction-look.js';

/** ANS-3: contradictions between documents of a knowledge base, on everything or on one topic. */
export function BaseContradictions({ baseId }: { baseId: string }) {
  const [topic, setTopic] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const list = useContradictionList();
  const { start, forget } = useContradictionChanges();
  const failed = start.error ?? forget.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = topic.trim();
    start.mutate(
      { knowledgeBaseIds: [baseId], ...(words === '' ? {} : { topic: words }) },
      { onSuccess: ({ id }) => setChosen(id) },
    );
  };
  return (
    <div className="flex flex-col gap-5">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-60">
          <TextField
            label={texts.contradictions.topic}
            hint={texts.contradictions.topicHint}
            value={topic}
            maxLength={2000}
            onChange={(event) => setTopic(event.target.value)}
          />
        </div>
        <Button
          type="submit"
          variant="primary"
          icon={<Scale size={16} />}
          disabled={start.isPending}
          className="mb-5"
        >
          {texts.contradictions.look}
        </Button>
      </form>
      {failed === null ? null : <Notice tone="error">{messageOf(failed)}</Notice>}
      <QueryState query={list} rows={2}>
        {({ rows }) => {
          const own = rows.filter(({ knowledgeBaseIds }) => knowledgeBaseIds.includes(baseId));
          const shown = own.find(({ id }) => id === chosen) ?? own[0];
          if (shown === undefined)
            return (
              <EmptyState icon={<Scale size={28} />} title={texts.contradictions.empty}>
                {texts.contradictions.emptyHint}
              </EmptyState>
            );
          return (
            <>
              {own.length < 2 ? null : (
                <ul aria-label={texts.contradictions.earlier} className="flex flex-wrap gap-2 text-sm">
                  {own.map((look) => (
                    <li key={look.id} className="flex items-center rounded-lg border bg-raised">
                      <button
                        type="button"
                        aria-pressed={look.id === shown.id}
                        onClick={() => setChosen(look.id)}
                        className="flex min-h-9 max-w-72 items-baseline gap-2 px-3 py-1.5 aria-pressed:font-semibold"
                      >
                        <bdi className="truncate">
                          {look.question === '' ? texts.contradictions.everything : look.question}
                        </bdi>
                        <time dateTime={look.createdAt} className="text-xs whitespace-nowrap text-soft">
                          {new Date(look.createdAt).toLocaleString(dateLocale(), {
                            dateStyle: 'short',
                            timeStyle: 'short',
                          })}
                        </time>
                      </button>
                      <IconButton label={texts.contradictions.forget} onClick={() => forget.mutate(look.id)}>
                        <Trash2 size={14} />
                      </IconButton>
                    </li>
                  ))}
                </ul>
              )}
              <ContradictionLook key={shown.id} id={shown.id} />
            </>
          );
        }}
      </QueryState>
    </div>
  );
}
