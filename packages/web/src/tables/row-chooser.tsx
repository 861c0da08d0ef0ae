import { useState } from 'react';
import { useItems, useKnowledgeBases } from '../api/library.js';
import type { RowChoice } from '../api/tables.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { SelectField, TextField } from '../ui/field.js';
import { NamePicker } from '../ui/name-picker.js';
import { Segments } from '../ui/segments.js';

type Source = 'bases' | 'folder' | 'search' | 'picked';

/** Which documents become rows; null while none are chosen. */
export function RowChooser({ onChange }: { onChange: (choice: RowChoice | null) => void }) {
  const bases = useKnowledgeBases().data?.rows ?? [];
  const [source, setSource] = useState<Source>('bases');
  const [chosen, setChosen] = useState<string[]>([]);
  const [base, setBase] = useState('');
  const [words, setWords] = useState('');
  const [picked, setPicked] = useState<string[]>([]);
  const tell = (next: {
    source?: Source;
    chosen?: string[];
    base?: string;
    words?: string;
    picked?: string[];
  }) => {
    const now = { source, chosen, base, words, picked, ...next };
    setSource(now.source);
    setChosen(now.chosen);
    setBase(now.base);
    setWords(now.words);
    setPicked(now.picked);
    onChange(choiceOf(now));
  };
  return (
    <div className="flex flex-col gap-3">
      <Segments
        label={texts.tables.rowsFrom}
        options={(['bases', 'folder', 'search', 'picked'] as const).map((value) => ({
          value,
          label: texts.tables.from[value],
        }))}
        value={source}
        onChange={(next) => tell({ source: next, words: '' })}
      />
      {source === 'bases' ? (
        <NamePicker
          label={texts.tables.bases}
          add={texts.tables.addBase}
          options={bases.map(({ id, name }) => ({ value: id, name }))}
          chosen={chosen}
          removeLabel={texts.tables.removeBase}
          onChange={(next) => tell({ chosen: next })}
        />
      ) : (
        <SelectField
          label={texts.tables.base}
          value={base}
          onChange={(event) => tell({ base: event.target.value, picked: [] })}
        >
          <option value="">{texts.tables.addBase}</option>
          {bases.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {source === 'folder' || source === 'search' ? (
        <TextField
          label={source === 'folder' ? texts.tables.folder : texts.tables.searchFor}
          value={words}
          maxLength={1000}
          onChange={(event) => tell({ words: event.target.value })}
        />
      ) : null}
      {source === 'picked' && base !== '' ? (
        <ItemPicker baseId={base} picked={picked} onChange={(next) => tell({ picked: next })} />
      ) : null}
    </div>
  );
}

function choiceOf(now: {
  source: Source;
  chosen: string[];
  base: string;
  words: string;
  picked: string[];
}): RowChoice | null {
  const words = now.words.trim();
  switch (now.source) {
    case 'bases':
      return now.chosen.length === 0 ? null : { knowledgeBaseIds: now.chosen };
    case 'folder':
      return now.base === '' || words === '' ? null : { folder: { knowledgeBaseId: now.base, path: words } };
    case 'search':
      return words === ''
        ? null
        : {
            search: { query: words, limit: 50, ...(now.base === '' ? {} : { knowledgeBaseIds: [now.base] }) },
          };
    case 'picked':
      return now.picked.length === 0 ? null : { itemIds: now.picked };
  }
}

function ItemPicker(props: { baseId: string; picked: string[]; onChange: (picked: string[]) => void }) {
  const [query, setQuery] = useState('');
  const items = useItems(props.baseId, query.trim());
  const rows = items.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={texts.tables.findDocument}
        type="search"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <ul className="scroll-quiet max-h-52 overflow-auto rounded-lg border">
        {rows.map(({ id, title }) => (
          <li key={id}>
            <label className="flex min-h-9 items-center gap-2.5 px-3 text-sm hover:bg-panel">
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-(--accent)"
                checked={props.picked.includes(id)}
                onChange={(event) =>
                  props.onChange(
                    event.target.checked
                      ? [...props.picked, id]
                      : props.picked.filter((other) => other !== id),
                  )
                }
              />
              <bdi className="truncate">{title}</bdi>
            </label>
          </li>
        ))}
      </ul>
      <div className="flex items-center justify-between text-xs text-soft">
        <span>{texts.tables.picked(props.picked.length)}</span>
        {items.hasNextPage ? (
          <Button variant="quiet" onClick={() => void items.fetchNextPage()}>
            {texts.common.loadMore}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
