import { ArrowLeft, Check, Copy, CornerDownLeft, Download } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { messageOf } from '../api/api-error.js';
import {
  downloadAddress,
  fetchWhole,
  useDescriptorPage,
  useDescriptorSearch,
  useDescriptorVersions,
} from '../api/descriptors.js';
import type { DescriptorAddress } from '../api/descriptors.js';
import { prefillComposer } from '../composer/prefill.js';
import { useCopy } from '../lib/use-copy.js';
import { texts } from '../texts/texts.js';
import { TextField } from '../ui/field.js';
import { IconButton } from '../ui/icon-button.js';
import { Notice } from '../ui/notice.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { DescriptorDiff } from './descriptor-diff.js';
import { Pager } from './pager.js';
import { ScrollRegion } from '../ui/scroll-region.js';

/** One stored text: versions and their differences, page by page, searchable, to copy and download as a whole. */
export function DescriptorView({ address, onBack }: { address: DescriptorAddress; onBack: () => void }) {
  const [page, setPage] = useState(1);
  const [version, setVersion] = useState<number | null>(null);
  const [compare, setCompare] = useState<number | null>(null);
  const [pattern, setPattern] = useState('');
  const { copied, copy } = useCopy();
  const versions = useDescriptorVersions(address).data?.rows ?? [];
  const shown = useDescriptorPage(address, page, version);
  const matches = useDescriptorSearch(address, useDeferredValue(pattern.trim()));
  const latest = Math.max(1, ...versions.map((entry) => entry.version));
  return (
    <div className="flex h-full flex-col">
      <div className="flex items-center gap-1 border-b px-2 py-2">
        <IconButton label={texts.references.back} onClick={onBack}>
          <ArrowLeft size={17} />
        </IconButton>
        <h3 className="min-w-0 flex-1 truncate font-mono text-sm font-semibold">{address.name}</h3>
        <IconButton label={texts.references.use} onClick={() => prefillComposer(address.name)}>
          <CornerDownLeft size={16} />
        </IconButton>
        <IconButton
          label={copied ? texts.common.copied : texts.common.copy}
          onClick={() => void fetchWhole(address, version).then(copy)}
        >
          {copied ? <Check size={16} /> : <Copy size={16} />}
        </IconButton>
        <a
          href={downloadAddress(address, version)}
          download
          aria-label={texts.common.download}
          title={texts.common.download}
          className="inline-flex size-9 items-center justify-center rounded-lg text-soft hover:bg-panel hover:text-ink"
        >
          <Download size={16} />
        </a>
      </div>
      <div className="flex flex-wrap items-end gap-3 border-b px-4 py-3">
        {versions.length < 2 ? null : (
          <>
            <VersionSelect
              label={texts.references.versions}
              versions={versions.map((entry) => entry.version)}
              value={version ?? latest}
              onChange={(value) => {
                setVersion(value);
                setPage(1);
              }}
            />
            <VersionSelect
              label={texts.references.compare}
              none={texts.references.noComparison}
              versions={versions
                .map((entry) => entry.version)
                .filter((value) => value !== (version ?? latest))}
              value={compare}
              onChange={setCompare}
            />
          </>
        )}
        <div className="min-w-40 flex-1">
          <TextField
            hideLabel
            label={texts.references.searchText}
            placeholder={texts.references.searchText}
            type="search"
            value={pattern}
            onChange={(event) => setPattern(event.target.value)}
          />
        </div>
      </div>
      <ScrollRegion label={address.name} className="min-h-0 flex-1 overflow-auto">
        {pattern.trim() === '' ? null : (
          <div className="border-b bg-panel px-4 py-3 text-xs">
            <p className="font-semibold">{texts.references.matches(matches.data?.rows.length ?? 0)}</p>
            <ul className="mt-1 max-h-48 overflow-auto">
              {(matches.data?.rows ?? []).map((match, position) => (
                <li key={position} className="truncate font-mono">
                  <span className="text-soft">{texts.references.line(match.line)}</span> {match.text}
                </li>
              ))}
            </ul>
          </div>
        )}
        {compare === null ? (
          shown.isPending ? (
            <div className="p-4">
              <SkeletonRows rows={10} />
            </div>
          ) : shown.isError ? (
            <div className="p-4">
              <Notice tone="error">{messageOf(shown.error)}</Notice>
            </div>
          ) : (
            <pre className="px-4 py-3 font-mono text-xs leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]">
              {shown.data.content}
            </pre>
          )
        ) : (
          <DescriptorDiff address={address} before={compare} after={version ?? latest} />
        )}
      </ScrollRegion>
      {compare === null ? <Pager page={page} pages={shown.data?.pages ?? 1} onPage={setPage} /> : null}
    </div>
  );
}

function VersionSelect<Value extends number | null>(props: {
  label: string;
  none?: string;
  versions: number[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <label className="flex flex-col gap-1 text-xs text-soft">
      {props.label}
      <select
        className="h-9 rounded-lg border border-line-strong/60 bg-raised px-2 text-sm text-ink"
        value={props.value === null ? '' : String(props.value)}
        onChange={(event) =>
          props.onChange((event.target.value === '' ? null : Number(event.target.value)) as Value)
        }
      >
        {props.none === undefined ? null : <option value="">{props.none}</option>}
        {props.versions.map((version) => (
          <option key={version} value={version}>
            {texts.references.version(version)}
          </option>
        ))}
      </select>
    </label>
  );
}
