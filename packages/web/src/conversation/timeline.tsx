import { Brain, ChevronRight, MessageSquareText, Search, Wrench } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.js';
import { AnswerMarkdown } from '../markdown/answer-markdown.js';
import { texts } from '../texts/texts.js';
import type { BlockView, ToolsBlock } from '@ibid/core/turn-view';
import { CallProgressLines } from './call-progress.js';
import { callName, callTitle } from './call-title.js';
import { ToolCalls } from './tool-calls.js';

const manySteps = 4;

/** The steps before the answer, one expandable line per block. A long finished timeline starts collapsed. */
export function Timeline(props: { steps: BlockView[]; running: boolean; live: boolean; turnId: string }) {
  const { steps, running } = props;
  const [open, setOpen] = useState(props.live || steps.length <= manySteps);
  if (!open && !running) {
    return (
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-expanded={false}
        className="no-print flex items-center gap-2 self-start rounded-lg text-sm text-soft hover:text-ink"
      >
        <ChevronRight size={15} />
        {texts.conversation.stepsDone} · {texts.conversation.steps(steps.length)}
      </button>
    );
  }
  return (
    <ol
      className="no-print flex flex-col border-s ps-3"
      aria-label={texts.conversation.stepsDone}
      data-testid="timeline"
    >
      {steps.map((block, position) => (
        <li key={`${block.kind}-${block.index}`}>
          <Step block={block} active={running && position === steps.length - 1} />
        </li>
      ))}
    </ol>
  );
}

function Step({ block, active }: { block: BlockView; active: boolean }) {
  switch (block.kind) {
    case 'reasoning':
      return (
        <Line
          icon={<Brain size={14} />}
          active={active && !block.done}
          label={block.done ? texts.conversation.thought : texts.conversation.thinking}
          {...(block.done ? {} : { hint: lastLine(block.text) })}
        >
          <div className="text-sm whitespace-pre-wrap text-soft [overflow-wrap:anywhere]" dir="auto">
            {block.text}
          </div>
        </Line>
      );
    case 'text':
      return (
        <Line
          icon={<MessageSquareText size={14} />}
          active={false}
          label={lastLine(block.text) || texts.conversation.working}
        >
          <AnswerMarkdown text={block.text} citations={block.citations} />
        </Line>
      );
    case 'tools':
      return <ToolsStep block={block} active={active} />;
  }
}

const SEARCHES = new Set(['search', 'retrieve_context', 'agentic_context_search']);

function ToolsStep({ block, active }: { block: ToolsBlock; active: boolean }) {
  const busy = active && block.calls.some((call) => !call.done);
  const found = new Set(block.calls.flatMap((call) => call.sources.map((source) => source.sourceId))).size;
  const slowest = Math.max(0, ...block.calls.map((call) => call.milliseconds ?? 0));
  const failed = block.calls.some((call) => call.result?.isError);
  const [first] = block.calls;
  const searched = block.calls.some((call) => SEARCHES.has(call.toolName));
  const names = [...new Set(block.calls.map(callName))];
  const facts = [
    block.calls.length > names.length ? `×${block.calls.length}` : '',
    found > 0 ? texts.tools.found(found) : searched && !busy && !failed ? texts.tools.foundNothing : '',
    busy ? texts.tools.running : slowest > 0 ? texts.common.seconds(slowest) : '',
    failed ? texts.tools.failed : '',
  ].filter((fact) => fact !== '');
  return (
    <>
      <Line
        icon={found > 0 || searched ? <Search size={14} /> : <Wrench size={14} />}
        active={busy}
        label={
          names.length === 1 && first ? callTitle(first) : names.join(', ') || texts.conversation.working
        }
        hint={facts.join(' · ')}
      >
        <ToolCalls calls={block.calls} />
      </Line>
      {busy ? <CallProgressLines calls={block.calls} /> : null}
    </>
  );
}

function Line(props: {
  icon: ReactNode;
  label: string;
  hint?: string;
  active: boolean;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-7 max-w-full items-center gap-2 rounded-md pe-2 text-sm text-soft hover:text-ink"
      >
        <span className={classNames('text-accent', props.active && 'animate-breathe')}>{props.icon}</span>
        <span className="min-w-0 truncate">
          <span className={classNames(props.active && 'text-ink')}>{props.label}</span>
          {props.hint ? <span className="text-soft"> · {props.hint}</span> : null}
        </span>
        <ChevronRight
          size={13}
          className={classNames('shrink-0 transition-transform', open && 'rotate-90')}
        />
      </button>
      {open ? <div className="mt-1 mb-3 rounded-lg bg-panel/60 p-3">{props.children}</div> : null}
    </div>
  );
}

function lastLine(text: string): string {
  return (text.trim().split('\n').at(-1) ?? '').slice(-160);
}
