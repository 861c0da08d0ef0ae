import { Search } from 'lucide-react';
import { useState } from 'react';
import { texts } from '../texts/texts.js';

/** Finds words in a document; each Enter continues to the next match. */
export function FindField({ onFind }: { onFind: (words: string) => Promise<boolean> }) {
  const [words, setWords] = useState('');
  const [isMissing, setMissing] = useState(false);
  return (
    <form
      role="search"
      className="flex items-center gap-1.5 px-2 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        if (words.trim() !== '') void onFind(words.trim()).then((found) => setMissing(!found));
      }}
    >
      <Search size={14} className="text-soft" />
      <input
        type="search"
        value={words}
        aria-label={texts.panel.find}
        placeholder={texts.panel.findShort}
        onChange={(event) => {
          setWords(event.target.value);
          setMissing(false);
        }}
        className="h-8 w-36 rounded-md bg-transparent px-1.5 hover:bg-panel focus:bg-panel"
      />
      <span role="status" className="text-xs text-weak">
        {isMissing ? texts.panel.notFound : ''}
      </span>
    </form>
  );
}
