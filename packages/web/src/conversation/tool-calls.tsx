import { Tabs } from 'radix-ui';
import { texts } from '../texts/texts.js';
import type { CallView } from '@ibid/core/turn-view';
import { CallDetails } from './call-details.js';
import { callTitle } from './call-title.js';

/** The calls of one batch: a single one directly, several as tabs (FLOW-4). */
export function ToolCalls({ calls }: { calls: CallView[] }) {
  const [first] = calls;
  if (first === undefined) return null;
  if (calls.length === 1) return <CallDetails call={first} />;
  return (
    <Tabs.Root defaultValue={first.callId}>
      <Tabs.List
        aria-label={texts.tools.calls}
        className="scroll-quiet mb-3 flex gap-1 overflow-x-auto border-b"
      >
        {calls.map((call) => (
          <Tabs.Trigger
            key={call.callId}
            value={call.callId}
            className="max-w-56 truncate border-b-2 border-transparent px-2 py-1.5 text-xs text-soft data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {callTitle(call)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {calls.map((call) => (
        <Tabs.Content key={call.callId} value={call.callId}>
          <CallDetails call={call} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
