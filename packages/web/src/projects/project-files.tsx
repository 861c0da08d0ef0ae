import { Paperclip, Trash2, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { messageOf } from '../api/api-error.js';
import { addProjectFiles, deleteProjectFile } from '../api/projects.js';
import type { Project } from '../api/projects.js';
import { FileLines } from '../knowledge/file-lines.js';
import type { FileNote } from '../knowledge/file-lines.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { IconButton } from '../ui/icon-button.js';
import { Notice } from '../ui/notice.js';

export function ProjectFiles({ project, onChange }: { project: Project; onChange: () => Promise<unknown> }) {
  const picker = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [refused, setRefused] = useState<FileNote[]>([]);
  const run = (work: Promise<unknown>) => {
    setBusy(true);
    setProblem(null);
    setRefused([]);
    void work
      .catch((error: unknown) => setProblem(messageOf(error)))
      .then(onChange)
      .finally(() => setBusy(false));
  };
  const add = (files: Iterable<File>) => run(addProjectFiles(project.id, files).then(setRefused));
  return (
    <section
      className="flex flex-col gap-4"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        add(event.dataTransfer.files);
      }}
    >
      {project.files.length === 0 ? <p className="text-sm text-soft">{texts.projects.noFiles}</p> : null}
      <ul className="flex flex-col">
        {project.files.map((file) => (
          <li key={file.id} className="flex items-center gap-3 border-b py-2 last:border-b-0">
            <Paperclip size={15} className="shrink-0 text-accent" />
            <span className="min-w-0 flex-1">
              <bdi className="block truncate">{file.name}</bdi>
              <span className="block truncate text-xs text-soft">
                {file.tokens === null
                  ? texts.composer.fileStates[file.state]
                  : texts.composer.fileTokens(file.tokens)}
                {file.reason === null ? '' : ` · ${texts.engine(file.reason)}`}
              </span>
            </span>
            {project.isOwner ? (
              <IconButton
                small
                label={texts.composer.removeFile(file.name)}
                onClick={() => run(deleteProjectFile(project.id, file.id))}
              >
                <Trash2 size={15} />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ul>
      {problem === null ? null : <Notice tone="error">{problem}</Notice>}
      {refused.length === 0 ? null : <FileLines files={refused} isProblem />}
      {project.isOwner ? (
        <>
          <Button
            className="self-start"
            icon={<Upload size={16} />}
            disabled={busy}
            onClick={() => picker.current?.click()}
          >
            {texts.projects.addFiles}
          </Button>
          <input
            ref={picker}
            type="file"
            multiple
            className="hidden"
            aria-label={texts.projects.addFiles}
            onChange={(event) => {
              if (event.target.files !== null) add([...event.target.files]);
              event.target.value = '';
            }}
          />
        </>
      ) : null}
    </section>
  );
}
