import { useQueryClient } from '@tanstack/react-query';
import { Check, Copy, Link2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../api/api-error.js';
import { createLink, linksKey, revokeLink, useLinks } from '../api/links.js';
import type { ConversationLinks } from '../api/links.js';
import { useCopy } from '../lib/use-copy.js';
import { formatDay } from '../lib/format-day.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { CheckField, SelectField } from '../ui/field.js';
import { Notice } from '../ui/notice.js';
import { QueryState } from '../ui/query-state.js';

type Extent = 'conversation' | 'answer';

/** ANS-4: creates read-only links for people without an account, and first says what they show. */
export function LinkForm(props: { conversationId: string; messageId: string; extent: Extent }) {
  const { conversationId, messageId } = props;
  const links = useLinks(conversationId);
  const client = useQueryClient();
  const [extent, setExtent] = useState<Extent>(props.extent);
  const [showsPassages, setShowsPassages] = useState(true);
  const [days, setDays] = useState('7');
  const [made, setMade] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { copied, copy } = useCopy();
  const refresh = () => client.invalidateQueries({ queryKey: linksKey(conversationId) });
  const attempt = (work: () => Promise<unknown>) =>
    void work()
      .then(refresh)
      .catch((error: unknown) => setProblem(messageOf(error)));
  if (links.data?.isOn === false) return <p className="text-sm text-soft">{texts.links.off}</p>;
  return (
    <div className="flex flex-col gap-4">
      <ul className="list-disc space-y-1 ps-5 text-sm">
        {texts.links.parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      <SelectField
        label={texts.links.scope}
        value={extent}
        onChange={(event) => setExtent(event.target.value as Extent)}
      >
        {(['conversation', 'answer'] as const).map((value) => (
          <option key={value} value={value}>
            {texts.links.scopes[value]}
          </option>
        ))}
      </SelectField>
      <CheckField
        label={texts.links.passages}
        hint={texts.links.passagesHint}
        checked={showsPassages}
        onChange={(event) => setShowsPassages(event.target.checked)}
      />
      <SelectField label={texts.links.days} value={days} onChange={(event) => setDays(event.target.value)}>
        {Object.entries(texts.links.dayChoices).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {made === null ? (
        <Button
          variant="primary"
          icon={<Link2 size={16} />}
          className="self-start"
          onClick={() =>
            attempt(async () =>
              setMade(
                await createLink(conversationId, { messageId, extent, showsPassages, days: Number(days) }),
              ),
            )
          }
        >
          {texts.links.create}
        </Button>
      ) : (
        <div className="flex flex-col gap-2">
          <p className="text-sm">{texts.links.created}</p>
          <code className="rounded-lg bg-panel p-3 font-mono text-xs break-all" data-testid="new-link">
            {made}
          </code>
          <Button
            variant="primary"
            className="self-start"
            icon={copied ? <Check size={16} /> : <Copy size={16} />}
            onClick={() => copy(made)}
          >
            {copied ? texts.common.copied : texts.common.copy}
          </Button>
        </div>
      )}
      {problem === null ? null : <Notice tone="error">{problem}</Notice>}
      <QueryState query={links}>
        {({ rows }) => (
          <LinkList rows={rows} onRevoke={(id) => attempt(() => revokeLink(conversationId, id))} />
        )}
      </QueryState>
    </div>
  );
}

function LinkList(props: { rows: ConversationLinks['rows']; onRevoke: (id: string) => void }) {
  if (props.rows.length === 0) return <p className="text-sm text-soft">{texts.links.none}</p>;
  return (
    <section>
      <h3 className="mb-1 text-sm font-semibold">{texts.links.list}</h3>
      <ul className="divide-y">
        {props.rows.map((link) => {
          const day = formatDay(link.expiresAt);
          return (
            <li key={link.id} className="flex items-center gap-3 py-2 text-sm">
              <span className="min-w-0 flex-1">
                {texts.links.scopes[link.extent]}
                <span className="block text-xs text-soft">
                  {texts.links.until(day)} ·{' '}
                  {link.showsPassages ? texts.links.withPassages : texts.links.withoutPassages}
                </span>
              </span>
              <Button aria-label={texts.links.revokeLabel(day)} onClick={() => props.onRevoke(link.id)}>
                {texts.links.revoke}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
