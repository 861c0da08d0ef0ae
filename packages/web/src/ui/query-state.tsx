import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../api/api-error.js';
import { texts } from '../texts/texts.js';
import { Button } from './button.js';
import { Notice } from './notice.js';
import { SkeletonRows } from './skeleton.js';

/** A skeleton while loading, an error with a way out, or the content. */
export function QueryState<Data>(props: {
  query: Pick<UseQueryResult<Data>, 'data' | 'isPending' | 'error' | 'refetch'>;
  rows?: number;
  children: (data: Data) => ReactNode;
}) {
  const { query } = props;
  if (query.data !== undefined) return props.children(query.data);
  if (query.isPending) return <SkeletonRows rows={props.rows ?? 5} className="h-9" />;
  return (
    <Notice
      tone="error"
      title={texts.errors.load}
      action={<Button onClick={() => void query.refetch()}>{texts.common.retry}</Button>}
    >
      {messageOf(query.error)}
    </Notice>
  );
}
