import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider';
import { ProviderTimeOutError } from './provider-errors/index.js';
import type { ProviderTimeLimits } from './run-turn-options.js';
import { SilenceWatch } from './silence-watch.js';
import type { TurnClock } from './turn-clock.js';
import { TurnEndedError } from './turn-errors.js';

/** Yields after this many parts, so a stop request gets through a stream that never pauses. */
const PARTS_BETWEEN_YIELDS = 128;

const WITHOUT_CONTENT: ReadonlySet<string> = new Set(['stream-start', 'response-metadata', 'ping', 'raw']);

/**
 * Opens one stream of the model and passes on its parts until the finish part, the end, an error or a silence time-out.
 * A provider that ignores its abort signal is abandoned and holds nothing here. The signal is the turn's: giving up
 * here ends the turn, which aborts the request through the signal in its options.
 */
export async function readModelStream(options: {
  model: LanguageModelV4;
  callOptions: LanguageModelV4CallOptions;
  clock: TurnClock;
  limits: ProviderTimeLimits;
  signal: AbortSignal;
  onPart: (part: LanguageModelV4StreamPart) => void;
}): Promise<void> {
  const { model, clock, signal, onPart } = options;
  if (signal.aborted) throw new TurnEndedError();
  let reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | null = null;
  let given: Error | null = null;
  let rejectOpening: (error: Error) => void = () => {};

  const giveUp = (error: Error): void => {
    if (given) return;
    given = error;
    watch.stop();
    // Cancelling ends pending reads at once, whatever the source does.
    if (reader) ignoreFailure(reader.cancel(error));
    rejectOpening(error);
  };
  const onAbort = (): void => giveUp(new TurnEndedError());
  signal.addEventListener('abort', onAbort, { once: true });
  const watch = new SilenceWatch({
    clock,
    limits: options.limits,
    onSilence: () => giveUp(new ProviderTimeOutError({ provider: model.provider, modelId: model.modelId })),
  });

  try {
    const opening = Promise.resolve(model.doStream(options.callOptions));
    // Handles the late stream or late error of a provider that was given up.
    opening.then(
      (late) => {
        if (given) cancelLate(late);
      },
      () => {},
    );
    const { stream } = await new Promise<LanguageModelV4StreamResult>((resolve, reject) => {
      rejectOpening = reject;
      opening.then(resolve, reject);
    });
    const opened = stream.getReader();
    reader = opened;
    await readParts(opened, ({ done, value }) => {
      if (given) throw given;
      if (done) return false;
      watch.beats++;
      if (!watch.hasContent && !WITHOUT_CONTENT.has(value.type)) watch.hasContent = true;
      onPart(value);
      if (value.type === 'finish') {
        finishReading(opened);
        return false;
      }
      return watch.beats % PARTS_BETWEEN_YIELDS === 0 ? clock.yield() : true;
    });
  } catch (error) {
    if (reader && !given) ignoreFailure(reader.cancel(error));
    throw given ?? error;
  } finally {
    watch.stop();
    signal.removeEventListener('abort', onAbort);
  }
}

type ReadResult<Part> = Awaited<ReturnType<ReadableStreamDefaultReader<Part>['read']>>;

/**
 * Reads a stream until `take` returns false; if `take` returns a promise, waits for it first. Uses callbacks, because
 * awaiting each read in a loop allocates a hundred more bytes per word of the answer.
 */
function readParts<Part>(
  reader: ReadableStreamDefaultReader<Part>,
  take: (result: ReadResult<Part>) => boolean | Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const readOn = (): void => {
      reader.read().then(onResult, reject);
    };
    const onResult = (result: ReadResult<Part>): void => {
      try {
        const more = take(result);
        if (more === true) readOn();
        else if (more === false) resolve();
        else more.then(readOn, reject);
      } catch (error) {
        reject(error);
      }
    };
    readOn();
  });
}

/** A stream normally closes right after its finish part; otherwise it is cancelled. */
function finishReading(reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>): void {
  ignoreFailure(reader.read().then((next) => (next.done ? undefined : reader.cancel())));
}

function cancelLate(result: LanguageModelV4StreamResult): void {
  ignoreFailure(Promise.resolve(result?.stream?.cancel()));
}

function ignoreFailure(promise: Promise<unknown>): void {
  promise.catch(() => {});
}
