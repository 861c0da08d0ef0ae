import { useNavigate, useParams } from '@tanstack/react-router';
import { Download, ListTree, MoreHorizontal, Printer, Trash2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { Citation } from '@ibid/core/internal';
import { ApiError } from '../api/api-error.js';
import { saveReport, useDeleteReport, useReport } from '../api/reports.js';
import { isUnderWay } from '../api/use-job.js';
import type { Report, ShownSection } from '../api/reports.js';
import { CitationLayer } from '../citations/citation-layer.js';
import { ContradictionPairs } from '../contradictions/contradiction-pairs.js';
import { passageSearch } from '../lib/passage-search.js';
import { AnswerMarkdown } from '../markdown/answer-markdown.js';
import { NotFoundPage } from '../shell/not-found-page.js';
import { ItemTitle } from '../shared/item-title.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { IconButton } from '../ui/icon-button.js';
import { Menu, MenuItem } from '../ui/menu.js';
import { Page } from '../ui/page.js';
import { QueryState } from '../ui/query-state.js';
import { ReportPlan } from './report-plan.js';
import { ReportState } from './report-state.js';

/** ANS-2: a report: its plan before it runs, then its sections as they are written, each claim with its verdict. */
export function ReportPage() {
  const { reportId } = useParams({ from: '/reports/$reportId' });
  const report = useReport(reportId);
  const [isPlanning, setPlanning] = useState(false);
  if (report.error instanceof ApiError && report.error.status === 404) return <NotFoundPage />;
  const { data } = report;
  return (
    <Page
      title={data?.question ?? ''}
      subtitle={data?.isDone === true ? texts.engine(data.balance.text ?? '') : ''}
      actions={data === undefined ? null : <Actions report={data} onPlan={() => setPlanning(true)} />}
    >
      <QueryState query={report}>
        {(shown) =>
          shown.job === null || isPlanning ? (
            <ReportPlan key={shown.id} report={shown} onDone={() => setPlanning(false)} />
          ) : (
            <Written report={shown} />
          )
        }
      </QueryState>
    </Page>
  );
}

function Written({ report }: { report: Report }) {
  const navigate = useNavigate();
  const open = useCallback(
    ({ itemId, passage }: Citation) => {
      if (itemId === null) return;
      void navigate({
        to: '/items/$itemId',
        params: { itemId },
        search: passageSearch(passage),
      });
    },
    [navigate],
  );
  const contradictions = report.contradictions.filter(({ standing }) => standing !== 'rejected');
  return (
    <div className="flex flex-col gap-8" data-testid="messages">
      <ReportState report={report} />
      <CitationLayer onOpen={open}>
        {report.sections.map((section) => (
          <Section key={section.id} section={section} />
        ))}
      </CitationLayer>
      {report.notFound.length === 0 || !report.isDone ? null : (
        <section data-testid="not-found">
          <h2 className="mb-2 font-serif text-xl">{texts.reports.notFound}</h2>
          <ul className="flex flex-col gap-2 text-sm">
            {report.notFound.map(({ title, question, reason }) => (
              <li key={question}>
                <bdi className="font-medium">{title}</bdi>
                <span className="text-soft"> — {texts.engine(reason)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {contradictions.length === 0 ? null : (
        <section>
          <h2 className="mb-2 font-serif text-xl">{texts.contradictions.ofAnswer}</h2>
          <ContradictionPairs rows={contradictions} />
        </section>
      )}
      {report.sources.length === 0 ? null : <Sources report={report} />}
    </div>
  );
}

function Section({ section }: { section: ShownSection }) {
  const { title, question, state, text, citations, claims, balance, error } = section;
  const isSound = balance.supported === balance.claims;
  return (
    <section data-testid="report-section" data-state={state} className="flex flex-col gap-2">
      <h2 className="font-serif text-xl break-words">
        <bdi>{title}</bdi>
      </h2>
      {question.replace(/[.?!]$/u, '') === title ? null : (
        <p className="text-xs text-soft" dir="auto">
          {question}
        </p>
      )}
      {text === '' ? (
        <p className="text-sm text-soft">{error ? texts.engine(error) : texts.reports.states[state]}</p>
      ) : (
        <AnswerMarkdown text={text} citations={citations as Citation[]} claims={claims} />
      )}
      {balance.text === null || balance.text === '' ? null : (
        <p className={isSound ? 'text-xs text-soft' : 'text-xs font-medium text-weak'}>
          {texts.engine(balance.text)}
        </p>
      )}
    </section>
  );
}

function Sources({ report }: { report: Report }) {
  return (
    <section className="border-t pt-4 text-sm">
      <h2 className="mb-2 font-serif text-xl">{texts.shared.sources}</h2>
      <ol className="flex flex-col gap-1">
        {report.sources.map(({ number, title, itemId }) => (
          <li key={number}>
            <span className="font-semibold text-accent tabular-nums">{number}</span>{' '}
            <ItemTitle
              itemId={itemId}
              title={title}
              isShared={report.sources.filter((source) => source.title === title).length > 1}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Actions({ report, onPlan }: { report: Report; onPlan: () => void }) {
  const [isDeleting, setDeleting] = useState(false);
  const remove = useDeleteReport();
  const navigate = useNavigate();
  const { id, job } = report;
  const isBusy = isUnderWay(job);
  const formats = [
    ['footnotes', 'Markdown'],
    ['docx', 'Word (.docx)'],
    ['html', 'HTML'],
    ['bibtex', 'BibTeX'],
    ['csl', 'CSL'],
  ] as const;
  return (
    <div className="no-print flex gap-2">
      {job === null || isBusy ? null : (
        <Button icon={<ListTree size={16} />} onClick={onPlan}>
          {texts.reports.changePlan}
        </Button>
      )}
      {report.sources.length === 0 ? null : (
        <Menu trigger={<Button icon={<Download size={16} />}>{texts.reports.export}</Button>}>
          {formats.map(([format, label]) => (
            <MenuItem key={format} onSelect={() => saveReport(id, format)}>
              {label}
            </MenuItem>
          ))}
          <MenuItem icon={<Printer size={14} />} onSelect={() => window.print()}>
            {texts.reports.print}
          </MenuItem>
        </Menu>
      )}
      <Menu
        trigger={
          <IconButton label={texts.common.more}>
            <MoreHorizontal size={18} />
          </IconButton>
        }
      >
        <MenuItem danger icon={<Trash2 size={14} />} onSelect={() => setDeleting(true)}>
          {texts.common.delete}
        </MenuItem>
      </Menu>
      {isDeleting ? (
        <ConfirmDialog
          title={texts.common.delete}
          question={texts.reports.deleteQuestion}
          action={texts.common.delete}
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await navigate({ to: '/reports' });
            await remove(id);
          }}
        />
      ) : null}
    </div>
  );
}
