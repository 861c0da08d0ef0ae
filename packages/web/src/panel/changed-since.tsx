import type { ItemChanges } from '../api/items.js';
import { formatDay } from '../lib/format-day.js';
import { texts } from '../texts/texts.js';
import { Notice } from '../ui/notice.js';
import { Segments } from '../ui/segments.js';
import { LineChanges } from './line-changes.js';
import { ScrollRegion } from '../ui/scroll-region.js';

/** Which version of a document to show that has changed since it was cited. */
export type RevisionView = 'cited' | 'changes' | 'now';

/** KB-11: says that the document has changed since it was cited, and when; users choose what to see. */
export function ChangedSince(props: {
  changes: ItemChanges;
  view: RevisionView;
  onView: (view: RevisionView) => void;
}) {
  const { state, replacedAt, added, removed } = props.changes;
  const day = replacedAt === null ? '' : formatDay(replacedAt);
  if (state === 'lost')
    return (
      <Notice tone="warning" title={texts.panel.changedSince(day)}>
        {texts.panel.revisionLost}
      </Notice>
    );
  return (
    <div className="flex flex-col gap-2" data-testid="changed-since">
      <Notice tone="warning" title={texts.panel.changedSince(day)}>
        {texts.panel.changedLines(added, removed)}
      </Notice>
      <Segments
        label={texts.panel.revision}
        options={[
          { value: 'cited', label: texts.panel.asCited },
          { value: 'changes', label: texts.panel.differences },
          { value: 'now', label: texts.panel.asNow },
        ]}
        value={props.view}
        onChange={props.onView}
      />
    </div>
  );
}

export function RevisionChanges({ changes }: { changes: ItemChanges }) {
  return (
    <ScrollRegion label={texts.panel.differences} className="h-full overflow-y-auto">
      <LineChanges label={texts.panel.differences} changes={changes.changes} />
      {changes.leftOut > 0 ? (
        <p className="px-4 pb-4 text-sm text-soft">{texts.panel.moreChanges(changes.leftOut)}</p>
      ) : null}
    </ScrollRegion>
  );
}
