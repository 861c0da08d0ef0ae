import { Link } from '@tanstack/react-router';
import { Download, ThumbsDown, ThumbsUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { saveFeedback, useDeleteFeedback, useFeedbackList, useFeedbackTrend } from '../api/feedback.js';
import type { FeedbackRow, FeedbackTrend } from '../api/feedback.js';
import { useSession } from '../api/session.js';
import { useIsAdministrator } from '../api/users.js';
import { formatNumber, formatPercent } from '../lib/format-number.js';
import { formatDay } from '../lib/format-day.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { EmptyState } from '../ui/empty-state.js';
import { IconButton } from '../ui/icon-button.js';
import { KeyFigures } from '../ui/key-figures.js';
import { QueryState } from '../ui/query-state.js';
import { agreementOf, FeedbackChart, FeedbackTable } from './feedback-chart.js';
import { Section } from './section.js';

/** ANS-5: the user's feedback, its trend, export and deletion. */
export function FeedbackSection() {
  const isAdministrator = useIsAdministrator();
  const several = useSession().data?.mode === 'login';
  return (
    <>
      <Own />
      {isAdministrator && several ? <Everybody /> : null}
    </>
  );
}

function Own() {
  const trend = useFeedbackTrend('own');
  const remove = useDeleteFeedback();
  const [isDeleting, setDeleting] = useState(false);
  const isEmpty = trend.data?.weeks.length === 0;
  return (
    <Section
      title={texts.settings.sections.feedback}
      hint={texts.feedback.ownHint}
      actions={
        isEmpty ? null : (
          <div className="flex flex-wrap gap-2">
            <Button icon={<Download size={15} />} onClick={() => saveFeedback('own')}>
              {texts.feedback.export}
            </Button>
            <Button variant="danger" icon={<Trash2 size={15} />} onClick={() => setDeleting(true)}>
              {texts.feedback.deleteAll}
            </Button>
          </div>
        )
      }
    >
      <QueryState query={trend}>
        {(data) =>
          data.weeks.length === 0 ? (
            <EmptyState icon={<ThumbsUp size={28} />} title={texts.feedback.none}>
              {texts.feedback.noneHint}
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-8">
              <Trend trend={data} />
              <Rows whose="own" />
            </div>
          )
        }
      </QueryState>
      {isDeleting ? (
        <ConfirmDialog
          title={texts.feedback.deleteAll}
          question={texts.feedback.deleteQuestion}
          action={texts.common.delete}
          onClose={() => setDeleting(false)}
          onConfirm={() => remove(null)}
        />
      ) : null}
    </Section>
  );
}

/** Figures for everybody; texts only if shared. */
function Everybody() {
  const trend = useFeedbackTrend('everybody');
  return (
    <Section title={texts.feedback.everybody} hint={texts.feedback.everybodyHint}>
      <QueryState query={trend}>
        {(data) =>
          data.weeks.length === 0 ? (
            <p className="text-sm text-soft">{texts.feedback.nobody}</p>
          ) : (
            <div className="flex flex-col gap-8">
              <p className="text-sm">{texts.feedback.people(data.people)}</p>
              <Trend trend={data} />
              <Rows whose="shared" />
            </div>
          )
        }
      </QueryState>
    </Section>
  );
}

function Trend({ trend }: { trend: FeedbackTrend }) {
  const { total, weeks } = trend;
  const answers = total.right + total.wrong;
  const figures: [string, string][] = [
    [texts.feedback.rightShare, answers === 0 ? '–' : formatPercent(total.right / answers)],
    [texts.feedback.judgedAnswers, formatNumber(answers)],
    [
      texts.feedback.judgedPassages,
      formatNumber(total.supportedRight + total.supportedWrong + total.doubtfulRight + total.doubtfulWrong),
    ],
    [texts.feedback.agreement, agreementOf(total)],
  ];
  return (
    <>
      <KeyFigures figures={figures} />
      <FeedbackChart weeks={weeks} />
      <FeedbackTable weeks={weeks} />
    </>
  );
}

function Rows({ whose }: { whose: 'own' | 'shared' }) {
  const list = useFeedbackList(whose);
  const remove = useDeleteFeedback();
  const [deleting, setDeleting] = useState<string | null>(null);
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  if (rows.length === 0) return null;
  return (
    <div>
      <h3 className="mb-2 text-sm font-semibold">
        {whose === 'own' ? texts.feedback.said : texts.feedback.sharedWithYou}
      </h3>
      <ul className="flex flex-col gap-2" data-testid={`feedback-${whose}`}>
        {rows.map((row) => (
          <Row key={row.id} row={row} onDelete={whose === 'own' ? () => setDeleting(row.id) : null} />
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button className="mt-3" disabled={list.isFetching} onClick={() => void list.fetchNextPage()}>
          {texts.common.loadMore}
        </Button>
      ) : null}
      {deleting === null ? null : (
        <ConfirmDialog
          title={texts.feedback.deleteOne}
          question={texts.feedback.deleteOneQuestion}
          action={texts.common.delete}
          onClose={() => setDeleting(null)}
          onConfirm={() => remove(deleting)}
        />
      )}
    </div>
  );
}

function Row({ row, onDelete }: { row: FeedbackRow; onDelete: (() => void) | null }) {
  const marks = Object.values(row.citations);
  const count = (mark: 'right' | 'wrong') => marks.filter((one) => one === mark).length;
  const reasons = row.reasons.map(
    (reason) => texts.feedback.reasons[reason as keyof typeof texts.feedback.reasons] ?? reason,
  );
  const facts = [
    row.person ?? '',
    formatDay(row.updatedAt),
    marks.length === 0 ? '' : texts.feedback.passages(count('right'), count('wrong')),
    onDelete !== null && row.isShared ? texts.feedback.isShared : '',
  ].filter((fact) => fact !== '');
  const Icon = row.verdict === 'wrong' ? ThumbsDown : ThumbsUp;
  return (
    <li className="flex items-start gap-3 rounded-xl border bg-raised p-3">
      {row.verdict === null ? (
        <span className="w-4 shrink-0" />
      ) : (
        <Icon
          size={16}
          role="img"
          aria-label={row.verdict === 'right' ? texts.feedback.right : texts.feedback.wrong}
          className={`mt-1 shrink-0 ${row.verdict === 'right' ? 'text-supported' : 'text-unsupported'}`}
        />
      )}
      <div className="min-w-0 flex-1 text-sm">
        {onDelete === null ? (
          <bdi className="line-clamp-2 font-medium break-words">{row.question}</bdi>
        ) : (
          <Link
            to="/c/$conversationId"
            params={{ conversationId: row.conversationId }}
            search={{ leaf: row.messageId }}
            hash={`message-${row.messageId}`}
            className="line-clamp-2 font-medium break-words underline-offset-2 hover:underline"
          >
            <bdi>{row.question}</bdi>
          </Link>
        )}
        {reasons.length === 0 ? null : <p>{reasons.join(' · ')}</p>}
        {row.comment === '' ? null : (
          <p className="break-words whitespace-pre-line" dir="auto">
            {row.comment}
          </p>
        )}
        <p className="text-xs text-soft">{facts.join(' · ')}</p>
      </div>
      {onDelete === null ? null : (
        <IconButton small label={texts.feedback.deleteOne} onClick={onDelete}>
          <Trash2 size={15} />
        </IconButton>
      )}
    </li>
  );
}
