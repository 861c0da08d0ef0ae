import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.js';
import { texts } from '../texts/texts.js';
import { TextField } from '../ui/field.js';
import { Notice } from '../ui/notice.js';
import { SaveForm } from '../ui/save-form.js';

/** ORG-3: retention of a knowledge base's documents, with a preview of deletions. For its owner. */
export function BaseRetention({ baseId }: { baseId: string }) {
  const stored = useRetention(baseId, '').data;
  return stored ? <RetentionField baseId={baseId} days={stored.days} /> : null;
}

function RetentionField({ baseId, days }: { baseId: string; days: number | null }) {
  const [value, setValue] = useState(days === null ? '' : String(days));
  const client = useQueryClient();
  const due = useRetention(baseId, value).data?.due ?? 0;
  const save = async () => {
    const body = { days: value.trim() === '' ? null : Number(value) };
    await request('PUT /api/knowledge-bases/{id}/retention', { path: { id: baseId }, body });
    await client.invalidateQueries({ queryKey: ['base-retention', baseId] });
  };
  return (
    <SaveForm onSave={save}>
      <TextField
        label={texts.keeping.baseDays}
        hint={texts.keeping.baseDaysHint}
        type="number"
        min={1}
        max={36_500}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      {value.trim() !== '' && due > 0 ? <Notice tone="warning">{texts.keeping.baseDue(due)}</Notice> : null}
    </SaveForm>
  );
}

function useRetention(id: string, days: string) {
  return useQuery({
    queryKey: ['base-retention', id, days],
    queryFn: ({ signal }) =>
      request('GET /api/knowledge-bases/{id}/retention', {
        path: { id },
        query: { days: days.trim() === '' ? null : Number(days) },
        signal,
      }),
    staleTime: 0,
    retry: false,
  });
}
