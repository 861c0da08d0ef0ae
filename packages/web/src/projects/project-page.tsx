import { useParams } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { ApiError } from '../api/api-error.js';
import { changeProject, deleteProject, projectsKey, useProject } from '../api/projects.js';
import type { Project } from '../api/projects.js';
import { NotFoundPage } from '../shell/not-found-page.js';
import { texts } from '../texts/texts.js';
import { TextArea, TextField } from '../ui/field.js';
import { Page } from '../ui/page.js';
import { QueryState } from '../ui/query-state.js';
import { SaveForm } from '../ui/save-form.js';
import { SharingForm } from '../ui/sharing-form.js';
import { StartOrDelete } from '../ui/start-or-delete.js';
import { TabList } from '../ui/tab-list.js';
import { ProjectConversations } from './project-conversations.js';
import { ProjectFiles } from './project-files.js';

export function ProjectPage() {
  const { projectId } = useParams({ from: '/projects/$projectId' });
  const project = useProject(projectId);
  if (project.error instanceof ApiError && project.error.status === 404) return <NotFoundPage />;
  return (
    <Page
      title={project.data?.name ?? ''}
      subtitle={project.data?.description ?? ''}
      actions={project.data === undefined ? null : <Actions project={project.data} />}
    >
      <QueryState query={project}>{(data) => <Sections key={data.id} project={data} />}</QueryState>
    </Page>
  );
}

function Sections({ project }: { project: Project }) {
  const client = useQueryClient();
  const [name, setName] = useState(project.name);
  const [description, setDescription] = useState(project.description);
  const [instructions, setInstructions] = useState(project.instructions);
  const refresh = () => client.invalidateQueries({ queryKey: projectsKey });
  return (
    <Tabs.Root defaultValue={project.files.length === 0 ? 'files' : 'conversations'}>
      <TabList
        label={project.name}
        tabs={[
          ['conversations', texts.projects.conversations],
          ['files', `${texts.projects.files} (${project.files.length})`],
          ['instructions', texts.projects.instructions],
          ...(project.isOwner ? [['sharing', texts.knowledge.sharing] as [string, string]] : []),
        ]}
      />
      <Tabs.Content value="conversations">
        <ProjectConversations projectId={project.id} />
      </Tabs.Content>
      <Tabs.Content value="files">
        <ProjectFiles project={project} onChange={refresh} />
      </Tabs.Content>
      <Tabs.Content value="instructions">
        <SaveForm
          onSave={async () => {
            await changeProject(project.id, { name: name.trim(), description, instructions });
            await refresh();
          }}
        >
          <TextField
            label={texts.common.name}
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField
            label={texts.common.description}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
          <TextArea
            label={texts.projects.instructions}
            hint={texts.projects.instructionsHint}
            rows={12}
            value={instructions}
            onChange={(event) => setInstructions(event.target.value)}
          />
        </SaveForm>
      </Tabs.Content>
      <Tabs.Content value="sharing">
        <SharingForm
          sharing={project.sharing}
          onSave={async (sharing) => {
            await changeProject(project.id, { sharing });
            await refresh();
          }}
        />
      </Tabs.Content>
    </Tabs.Root>
  );
}

function Actions({ project }: { project: Project }) {
  const client = useQueryClient();
  return (
    <StartOrDelete
      search={{ project: project.id }}
      words={texts.projects}
      isOwner={project.isOwner}
      list="/projects"
      onDelete={() => deleteProject(project.id)}
      onDeleted={() => client.invalidateQueries({ queryKey: projectsKey })}
    />
  );
}
