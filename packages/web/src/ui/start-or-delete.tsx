import { Link, useNavigate } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import { MessageSquarePlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { texts } from '../texts/texts.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { IconButton } from './icon-button.js';

/** What a page offers for an agent or a project: to start a conversation with it and, to its owner, to delete it. */
export function StartOrDelete(props: {
  search: { agent: string } | { project: string };
  words: { start: string; delete: string; deleteQuestion: string };
  isOwner: boolean;
  /** The list it was in, shown once it is deleted. */
  list: LinkProps['to'] & string;
  onDelete: () => Promise<unknown>;
  onDeleted: () => Promise<unknown>;
}) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const { words } = props;
  return (
    <>
      <Link
        to="/"
        search={props.search}
        className="inline-flex min-h-9 items-center gap-2 rounded-lg bg-accent px-3 text-sm font-medium text-on-accent"
      >
        <MessageSquarePlus size={16} />
        {words.start}
      </Link>
      {props.isOwner ? (
        <IconButton label={words.delete} onClick={() => setAsking(true)}>
          <Trash2 size={17} />
        </IconButton>
      ) : null}
      {asking ? (
        <ConfirmDialog
          title={words.delete}
          question={words.deleteQuestion}
          action={texts.common.delete}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await props.onDelete();
            await navigate({ to: props.list });
            await props.onDeleted();
          }}
        />
      ) : null}
    </>
  );
}
