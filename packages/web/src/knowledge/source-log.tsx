import type { ConnectedSource } from '../api/connected-sources.js';
import { useSourceLog } from '../api/connected-sources.js';
import { dateLocale } from '../texts/language.js';
import { texts } from '../texts/texts.js';
import { Dialog } from '../ui/dialog.js';
import { QueryState } from '../ui/query-state.js';

const tones: Record<string, string> = {
  info: 'text-ink',
  warning: 'text-weak',
  error: 'text-unsupported',
};

/** The log of a source, newest first. */
export function SourceLog({ source, onClose }: { source: ConnectedSource; onClose: () => void }) {
  const log = useSourceLog(source.id);
  return (
    <Dialog open wide onOpenChange={onClose} title={texts.connected.log} description={source.name}>
      <QueryState query={log}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="text-sm text-soft">{texts.connected.logEmpty}</p>
          ) : (
            <ol className="flex flex-col gap-2 text-sm">
              {rows.map((line, index) => (
                <li key={`${line.at} ${index}`} className="flex flex-wrap gap-x-3">
                  <time dateTime={line.at} className="shrink-0 text-xs leading-5 text-soft">
                    {new Date(line.at).toLocaleString(dateLocale())}
                  </time>
                  <span className={`min-w-0 flex-1 basis-60 break-words ${tones[line.level] ?? ''}`}>
                    {line.text}
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </QueryState>
    </Dialog>
  );
}
