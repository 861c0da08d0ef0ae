import { Link, useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { FolderClosed, Plus } from 'lucide-react';
import { useState } from 'react';
import { createProject, projectsKey, useProjects } from '../api/projects.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { CardGrid } from '../ui/card-grid.js';
import { EmptyState } from '../ui/empty-state.js';
import { NameDialog } from '../ui/name-dialog.js';
import { Page } from '../ui/page.js';
import { QueryState } from '../ui/query-state.js';

export function ProjectsPage() {
  const projects = useProjects();
  const [creating, setCreating] = useState(false);
  const navigate = useNavigate();
  const client = useQueryClient();
  return (
    <Page
      title={texts.projects.title}
      subtitle={texts.projects.subtitle}
      actions={
        <Button variant="primary" icon={<Plus size={16} />} onClick={() => setCreating(true)}>
          {texts.projects.create}
        </Button>
      }
    >
      <QueryState query={projects}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState icon={<FolderClosed size={30} />} title={texts.projects.none}>
              {texts.projects.noneHint}
            </EmptyState>
          ) : (
            <CardGrid
              rows={rows}
              icon={<FolderClosed size={16} />}
              facts={(project) => texts.keeping.kinds.files(project.files.length)}
              link={(project, content, className) => (
                <Link to="/projects/$projectId" params={{ projectId: project.id }} className={className}>
                  {content}
                </Link>
              )}
            />
          )
        }
      </QueryState>
      {creating ? (
        <NameDialog
          title={texts.projects.create}
          description=""
          action={texts.common.create}
          onClose={() => setCreating(false)}
          onSubmit={async (name, description) => {
            const project = await createProject({ name, description });
            await client.invalidateQueries({ queryKey: projectsKey });
            await navigate({ to: '/projects/$projectId', params: { projectId: project.id } });
          }}
        />
      ) : null}
    </Page>
  );
}
