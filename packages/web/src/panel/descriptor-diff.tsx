import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { messageOf } from '../api/api-error.js';
import { fetchWhole } from '../api/descriptors.js';
import type { DescriptorAddress } from '../api/descriptors.js';
import { texts } from '../texts/texts.js';
import { Notice } from '../ui/notice.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { lineDiff } from './line-diff.js';

const looks = {
  same: 'text-soft',
  added: 'bg-supported-soft text-supported',
  removed: 'bg-unsupported-soft text-unsupported',
};
const signs = { same: ' ', added: '+', removed: '−' };

export function DescriptorDiff(props: { address: DescriptorAddress; before: number; after: number }) {
  const { address, before, after } = props;
  const both = useQuery({
    queryKey: ['descriptors', address.conversationId, 'diff', address.name, before, after],
    queryFn: () => Promise.all([fetchWhole(address, before), fetchWhole(address, after)]),
  });
  const lines = useMemo(
    () => (both.data === undefined ? [] : lineDiff(both.data[0], both.data[1])),
    [both.data],
  );
  if (both.isPending) {
    return (
      <div className="p-4">
        <SkeletonRows rows={10} />
      </div>
    );
  }
  if (both.isError) {
    return (
      <div className="p-4">
        <Notice tone="error">{messageOf(both.error)}</Notice>
      </div>
    );
  }
  if (lines.every((line) => line.kind === 'same'))
    return <p className="p-4 text-sm text-soft">{texts.references.same}</p>;
  return (
    <div className="py-2 font-mono text-xs leading-relaxed" aria-label={texts.references.diff} role="group">
      {lines.map((line, position) => (
        <div key={position} data-diff={line.kind} className={`flex gap-2 px-4 ${looks[line.kind]}`}>
          <span aria-hidden="true">{signs[line.kind]}</span>
          <span className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">{line.text}</span>
        </div>
      ))}
    </div>
  );
}
