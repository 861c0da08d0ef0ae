import { formatNumber } from '../lib/format-number.js';
import { Download, FileBox, FileCode2, FileText, Sheet } from 'lucide-react';
import { useState } from 'react';
import type { DescriptorMetadata } from '@ibid/core/internal';
import { messageOf } from '../api/api-error.js';
import { fileAddress, useDescriptors, useWorkspaceFiles } from '../api/descriptors.js';
import { texts } from '../texts/texts.js';
import { EmptyState } from '../ui/empty-state.js';
import { Notice } from '../ui/notice.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { DescriptorView } from './descriptor-view.js';
import { ScrollRegion } from '../ui/scroll-region.js';

/** Named outputs, files and stored texts of the displayed branch (WEB-2). */
export function ReferencesPanel(props: { conversationId: string; leaf: string | null; name: string | null }) {
  const { conversationId, leaf } = props;
  const [open, setOpen] = useState(props.name);
  const descriptors = useDescriptors(conversationId, leaf);
  const files = useWorkspaceFiles(conversationId);
  if (open !== null) {
    return (
      <DescriptorView
        key={open}
        address={{ conversationId, name: open, leaf }}
        onBack={() => setOpen(null)}
      />
    );
  }
  if (descriptors.isPending) {
    return (
      <div className="p-4">
        <SkeletonRows rows={6} />
      </div>
    );
  }
  if (descriptors.isError) {
    return (
      <div className="p-4">
        <Notice tone="error">{messageOf(descriptors.error)}</Notice>
      </div>
    );
  }
  const { rows } = descriptors.data;
  const references = rows.filter((row) => row.name.startsWith('ref:'));
  const stored = rows.filter((row) => !row.name.startsWith('ref:'));
  const written = files.data?.rows ?? [];
  if (rows.length + written.length === 0) {
    return (
      <EmptyState icon={<FileBox size={28} />} title={texts.references.none}>
        {texts.references.noneHint}
      </EmptyState>
    );
  }
  return (
    <ScrollRegion
      label={texts.conversation.references}
      className="flex h-full flex-col gap-6 overflow-y-auto p-4"
    >
      <List title={texts.references.title} rows={references} onOpen={setOpen} />
      {written.length === 0 ? null : (
        <section>
          <h3 className="mb-1 text-sm font-semibold">{texts.references.files}</h3>
          <ul>
            {written.map((file) => (
              <li key={file.path} className="border-b last:border-b-0">
                <a
                  href={fileAddress(conversationId, file.path)}
                  download
                  className="flex items-center gap-2.5 rounded-lg px-2 py-2 text-sm hover:bg-panel"
                >
                  <Download size={15} className="text-accent" />
                  <bdi className="min-w-0 flex-1 truncate">{file.path}</bdi>
                  <span className="text-xs text-soft tabular-nums">{formatNumber(file.bytes)} B</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <List title={texts.references.stored} rows={stored} onOpen={setOpen} />
    </ScrollRegion>
  );
}

const icons = { code: FileCode2, data: Sheet, text: FileText };

function List(props: { title: string; rows: DescriptorMetadata[]; onOpen: (name: string) => void }) {
  if (props.rows.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-sm font-semibold">{props.title}</h3>
      <ul>
        {props.rows.map((row) => {
          const Icon = icons[row.category];
          return (
            <li key={row.name} className="border-b last:border-b-0">
              <button
                type="button"
                onClick={() => props.onOpen(row.name)}
                className="flex w-full items-center gap-2.5 rounded-lg px-2 py-2 text-start text-sm hover:bg-panel"
              >
                <Icon size={15} className="shrink-0 text-accent" />
                <span className="min-w-0 flex-1">
                  {/* A reference's name says what it is; a handle is for models. */}
                  {row.name.startsWith('ref:') ? (
                    <>
                      <span className="block truncate font-mono text-[0.8125rem]">{row.name}</span>
                      <span className="block truncate text-xs text-soft">{originOf(row)}</span>
                    </>
                  ) : (
                    <>
                      <bdi className="block truncate">{originOf(row)}</bdi>
                      <span className="block truncate font-mono text-xs text-soft">{row.name}</span>
                    </>
                  )}
                </span>
                <span className="text-end text-xs text-soft tabular-nums">
                  {texts.references.lines(row.lines)}
                  {row.version > 1 ? (
                    <span className="block">{texts.references.version(row.version)}</span>
                  ) : null}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function originOf(row: DescriptorMetadata): string {
  switch (row.origin.kind) {
    case 'tool-result':
      return texts.tools.names[row.origin.toolName] ?? row.origin.toolName;
    case 'file':
      return row.origin.fileName;
    case 'extraction':
      return texts.references.partOf(row.origin.from);
    case 'user-input':
      return texts.references.message;
    case 'turn':
      return texts.references.turn;
    default:
      return texts.references.categories[row.category] ?? row.category;
  }
}
