import { Scale } from 'lucide-react';
import { messageOf } from '../api/api-error.js';
import { useContradictionChanges, useContradictionList } from '../api/contradictions.js';
import { usePanel } from '../panel/panel-context.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { ContradictionLook } from './contradiction-look.js';

/** ANS-3: where the documents contradict each other on the claims of an answer. */
export function AnswerContradictions({ turnId }: { turnId: string }) {
  const panel = usePanel();
  const list = useContradictionList();
  const { start } = useContradictionChanges();
  const known = list.data?.rows.find((look) => look.turnId === turnId)?.id ?? start.data?.id;
  return (
    <section aria-label={texts.contradictions.ofAnswer} className="flex flex-col gap-3 border-b pb-4">
      <h3 className="flex items-center gap-2 text-sm font-semibold">
        <Scale size={14} aria-hidden />
        {texts.contradictions.ofAnswer}
      </h3>
      {start.error === null ? null : <Notice tone="error">{messageOf(start.error)}</Notice>}
      {known === undefined ? (
        <div>
          <Button disabled={start.isPending || list.isPending} onClick={() => start.mutate({ turnId })}>
            {texts.contradictions.look}
          </Button>
        </div>
      ) : (
        <ContradictionLook
          id={known}
          openSide={({ itemId, title, passage }, children) => (
            <button
              type="button"
              className="min-w-0 text-start font-semibold hover:underline"
              onClick={() =>
                panel.open({
                  kind: 'document',
                  itemId,
                  title,
                  number: null,
                  citation: null,
                  ...(passage.itemSpan === undefined ? {} : { span: passage.itemSpan }),
                  ...(passage.page === undefined ? {} : { page: passage.page }),
                })
              }
            >
              {children}
            </button>
          )}
        />
      )}
    </section>
  );
}
