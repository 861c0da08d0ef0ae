import { useState } from 'react';
import { useKnowledgeBases } from '../api/library.js';
import { useChangeSettings, useOwnSettings } from '../api/settings.js';
import { isSample } from '../lib/is-sample.js';
import { readStored, writeStored } from '../lib/stored.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import type { TrayEntry } from './tray-entries.js';

const storageKey = 'keeps-sample';

/** Users who add their own documents rarely want the sample searched with them: one click excludes it. */
export function SampleOffer({ entries }: { entries: readonly TrayEntry[] }) {
  const sample = useKnowledgeBases().data?.rows.find((base) => isSample(base) && base.items > 0);
  const off = useOwnSettings().data?.user.disabledKnowledgeBases;
  const change = useChangeSettings();
  const [isKept, setKept] = useState(readStored(storageKey) !== null);
  const [wasLeftOut, setLeftOut] = useState(false);
  const isOwn = sample !== undefined && entries.some(({ baseId }) => baseId !== sample.id);
  if (!isOwn || off === undefined || isKept) return null;
  const isOut = off.includes(sample.id);
  // Excluded earlier or elsewhere: nothing to say.
  if (isOut && !wasLeftOut) return null;
  const set = (leaveOut: boolean) => {
    setLeftOut(leaveOut);
    const others = off.filter((id) => id !== sample.id);
    change.mutate({ user: { disabledKnowledgeBases: leaveOut ? [...others, sample.id] : others } });
  };
  return (
    <div
      data-testid="sample-offer"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t bg-panel px-4 py-1.5"
    >
      <p className="min-w-0 flex-1 basis-56" role="status">
        {isOut ? texts.uploads.sampleLeftOut : texts.uploads.sampleSearched}
      </p>
      <div className="flex flex-wrap gap-1">
        <Button disabled={change.isPending} onClick={() => set(!isOut)}>
          {isOut ? texts.common.undo : texts.uploads.leaveSampleOut}
        </Button>
        {isOut ? null : (
          <Button
            variant="quiet"
            onClick={() => {
              writeStored(storageKey, 'yes');
              setKept(true);
            }}
          >
            {texts.uploads.keepSample}
          </Button>
        )}
      </div>
    </div>
  );
}
