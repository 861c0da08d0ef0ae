/** Values without user content or secrets: ids, our own names, counts. */
type TelemetryAttributes = Record<string, string | number | boolean>;

export interface TelemetrySpan {
  set(attributes: TelemetryAttributes): void;
  /** `failed` is a code, never a message, which could quote something. */
  end(failed?: string): void;
}

/** OPS-3: receives traces and metrics. Every part of the server calls it; without configuration it does nothing. */
export interface Telemetry {
  readonly isOn: boolean;
  /** Runs the work inside a span; spans begun within it are its children. */
  within<Result>(
    name: string,
    options: { attributes: TelemetryAttributes; headers?: Headers },
    work: (span: TelemetrySpan) => Promise<Result>,
  ): Promise<Result>;
  /** A span that the caller ends, child of the current one. */
  begin(name: string, attributes: TelemetryAttributes): TelemetrySpan;
  count(name: string, value: number, attributes: TelemetryAttributes): void;
  /** In seconds. */
  duration(name: string, seconds: number, attributes: TelemetryAttributes): void;
  /** Read whenever metrics are sent. */
  gauge(name: string, read: () => number): void;
  close(): Promise<void>;
}

const noSpan: TelemetrySpan = { set: () => {}, end: () => {} };

export const noTelemetry: Telemetry = {
  isOn: false,
  within: (_name, _options, work) => work(noSpan),
  begin: () => noSpan,
  count: () => {},
  duration: () => {},
  gauge: () => {},
  close: () => Promise.resolve(),
};
