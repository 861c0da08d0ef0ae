import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../api/api-error.js';
import { useProjects } from '../api/projects.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Notice } from '../ui/notice.js';

/** Chooses the project of a conversation. */
export function MoveConversation(props: {
  projectId: string | null;
  onClose: () => void;
  onMove: (projectId: string | null) => Promise<unknown>;
}) {
  const projects = useProjects();
  const [problem, setProblem] = useState<string | null>(null);
  const rows = projects.data?.rows ?? [];
  const move = (projectId: string | null) =>
    props.onMove(projectId).then(props.onClose, (error: unknown) => setProblem(messageOf(error)));
  return (
    <Dialog open onOpenChange={props.onClose} title={texts.navigation.move}>
      <ul className="flex flex-col gap-1.5">
        {[{ id: null, name: texts.composer.noProject }, ...rows].map(({ id, name }) => (
          <li key={id}>
            <Button
              className="w-full justify-start!"
              aria-current={id === props.projectId}
              variant={id === props.projectId ? 'primary' : 'secondary'}
              onClick={() => void move(id)}
            >
              <bdi className="truncate">{name}</bdi>
            </Button>
          </li>
        ))}
      </ul>
      {projects.isSuccess && rows.length === 0 ? (
        <p className="mt-3 text-sm text-soft">
          {texts.projects.none}.{' '}
          <Link to="/projects" onClick={props.onClose} className="text-accent underline">
            {texts.projects.create}
          </Link>
        </p>
      ) : null}
      {problem === null ? null : <Notice tone="error">{problem}</Notice>}
    </Dialog>
  );
}
