import { Link, useNavigate } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { messageOf } from '../api/api-error.js';
import { useKnowledgeBases } from '../api/library.js';
import { useReportChanges, useReports } from '../api/reports.js';
import { formatDay } from '../lib/format-day.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';
import { TextArea } from '../ui/field.js';
import { Notice } from '../ui/notice.js';
import { Page } from '../ui/page.js';
import { QueryState } from '../ui/query-state.js';

/** ANS-2: reports, and the question for a new one. */
export function ReportsPage() {
  const reports = useReports();
  return (
    <Page title={texts.reports.title} subtitle={texts.reports.subtitle}>
      <NewReport />
      <QueryState query={reports}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState icon={<FileText size={30} />} title={texts.reports.none}>
              {texts.reports.noneHint}
            </EmptyState>
          ) : (
            <ul className="flex flex-col gap-2">
              {rows.map(({ id, question, job, isDone, balance, parts, written, createdAt }) => (
                <li key={id}>
                  <Link
                    to="/reports/$reportId"
                    params={{ reportId: id }}
                    className="flex flex-col gap-1 rounded-xl border bg-raised p-4 hover:border-line-strong"
                  >
                    <bdi className="line-clamp-2 font-serif font-semibold break-words">{question}</bdi>
                    <span className="text-xs text-soft">
                      {[
                        job === null ? texts.reports.planned : texts.reports.written(written, parts),
                        isDone ? texts.engine(balance.text ?? '') : '',
                        formatDay(createdAt),
                      ]
                        .filter((fact) => fact !== '')
                        .join(' · ')}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Page>
  );
}

function NewReport() {
  const [question, setQuestion] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const bases = (useKnowledgeBases().data?.rows ?? []).filter(({ items }) => items > 0);
  const { plan } = useReportChanges();
  const navigate = useNavigate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (question.trim() === '' || plan.isPending) return;
    plan.mutate(
      { question: question.trim(), knowledgeBaseIds: [...chosen] },
      { onSuccess: ({ id }) => void navigate({ to: '/reports/$reportId', params: { reportId: id } }) },
    );
  };
  return (
    <form onSubmit={submit} className="mb-8 flex flex-col gap-3 rounded-xl border bg-raised p-4">
      <TextArea
        label={texts.reports.question}
        hint={texts.reports.questionHint}
        rows={3}
        maxLength={4000}
        value={question}
        onChange={(event) => setQuestion(event.target.value)}
      />
      {bases.length < 2 ? null : (
        <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          <legend className="mb-1 font-medium">{texts.reports.where}</legend>
          {bases.map(({ id, name }) => (
            <label key={id} className="flex min-h-8 items-center gap-2">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
                }
              />
              <bdi>{name}</bdi>
            </label>
          ))}
        </fieldset>
      )}
      {plan.error === null ? null : <Notice tone="error">{messageOf(plan.error)}</Notice>}
      <div>
        <Button type="submit" variant="primary" disabled={plan.isPending || question.trim() === ''}>
          {plan.isPending ? texts.reports.planning : texts.reports.plan}
        </Button>
      </div>
    </form>
  );
}
