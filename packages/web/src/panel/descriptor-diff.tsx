import { compareVersions } from '@ibid/core/internal/browser';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { messageOf } from '../api/api-error.js';
import { fetchWhole } from '../api/descriptors.js';
import type { DescriptorAddress } from '../api/descriptors.js';
import { texts } from '../texts/texts.js';
import { Notice } from '../ui/notice.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { LineChanges } from './line-changes.js';

export function DescriptorDiff(props: { address: DescriptorAddress; before: number; after: number }) {
  const { address, before, after } = props;
  const both = useQuery({
    queryKey: ['descriptors', address.conversationId, 'diff', address.name, before, after],
    queryFn: () => Promise.all([fetchWhole(address, before), fetchWhole(address, after)]),
  });
  const changes = useMemo(
    () => (both.data === undefined ? [] : compareVersions(both.data[0], both.data[1])),
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
  if (changes.every((change) => change.kind === 'same'))
    return <p className="p-4 text-sm text-soft">{texts.references.same}</p>;
  return <LineChanges label={texts.references.diff} changes={changes} />;
}
