import type { DescriptorStore, RetrievedChunk, ToolCallRecord, TurnStep } from '@ibid/core/internal';
import type { TurnView } from '@ibid/core/turn-view';

type ShownSource = Extract<TurnView['blocks'][number], { kind: 'tools' }>['calls'][number]['sources'][number];

/**
 * CTX-12: restores the passages found by the calls of a killed turn. Packets name them with their beginnings; their
 * full texts are in the descriptor created for each result before it was shown. They can then be cited and checked
 * later, as after a stop or a failure.
 */
export async function withPassages(options: {
  steps: readonly TurnStep[];
  view: TurnView;
  descriptors: DescriptorStore;
}): Promise<TurnStep[]> {
  const sources = new Map<string, readonly ShownSource[]>();
  for (const block of options.view.blocks)
    if (block.kind === 'tools') for (const call of block.calls) sources.set(call.callId, call.sources);
  const handles = await handlesByCall(options.descriptors);
  return Promise.all(
    options.steps.map(async (step) => ({
      ...step,
      calls: await Promise.all(
        step.calls.map((call) =>
          withChunks(call, sources.get(call.callId) ?? [], { ...options, handle: handles.get(call.callId) }),
        ),
      ),
    })),
  );
}

/** A result may have been stored just before the server died, without its packet. */
async function handlesByCall(descriptors: DescriptorStore): Promise<Map<string, string>> {
  const handles = new Map<string, string>();
  for (const { name, origin } of await descriptors.list('fd'))
    if (origin.kind === 'tool-result') handles.set(origin.callId, name);
  return handles;
}

async function withChunks(
  call: ToolCallRecord,
  sources: readonly ShownSource[],
  options: { descriptors: DescriptorStore; handle: string | undefined },
): Promise<ToolCallRecord> {
  const descriptor = call.descriptor ?? options.handle;
  if (sources.length === 0 || descriptor === undefined) return call;
  const contents = contentsOf(await options.descriptors.read(descriptor));
  const chunks = sources.map(({ number, sourceId: _sourceId, preview, ...source }, place): RetrievedChunk => {
    const document = contents[place];
    const text = document?.number === number && document.text.startsWith(preview) ? document.text : preview;
    return { ...source, text };
  });
  return { ...call, descriptor, outcome: { text: '', ...call.outcome, chunks } };
}

/** In the order of the sources: see `wholeResult`. */
function contentsOf(kept: string | null): { number: number; text: string }[] {
  try {
    const { documents } = JSON.parse(kept ?? '') as { documents: { document: number; contents?: string }[] };
    return documents.map(({ document, contents }) => ({ number: document, text: contents ?? '' }));
  } catch {
    return [];
  }
}
