interface RequestSample {
  method: string;
  route: string;
  status: number;
  milliseconds: number;
}

const BUCKETS_SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10];

/** Counters of one process in the Prometheus text format. */
export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #turns = new Map<string, number>();
  readonly #durations = BUCKETS_SECONDS.map(() => 0);
  #durationSum = 0;
  #durationCount = 0;

  request(sample: RequestSample): void {
    const labels = `method="${sample.method}",route="${sample.route}",status="${sample.status}"`;
    this.#requests.set(labels, (this.#requests.get(labels) ?? 0) + 1);
    const seconds = sample.milliseconds / 1000;
    this.#durationSum += seconds;
    this.#durationCount += 1;
    for (const [index, bound] of BUCKETS_SECONDS.entries())
      if (seconds <= bound) this.#durations[index] = (this.#durations[index] ?? 0) + 1;
  }

  turn(status: string): void {
    this.#turns.set(status, (this.#turns.get(status) ?? 0) + 1);
  }

  /** `others` holds values that are computed on request. */
  render(others: { counters: Record<string, number>; gauges: Record<string, number> }): string {
    const lines = ['# TYPE ibid_http_requests_total counter'];
    for (const [labels, count] of this.#requests) lines.push(`ibid_http_requests_total{${labels}} ${count}`);
    lines.push('# TYPE ibid_http_request_seconds histogram');
    for (const [index, bound] of BUCKETS_SECONDS.entries())
      lines.push(`ibid_http_request_seconds_bucket{le="${bound}"} ${this.#durations[index]}`);
    lines.push(`ibid_http_request_seconds_bucket{le="+Inf"} ${this.#durationCount}`);
    lines.push(`ibid_http_request_seconds_sum ${this.#durationSum}`);
    lines.push(`ibid_http_request_seconds_count ${this.#durationCount}`);
    lines.push('# TYPE ibid_turns_total counter');
    for (const [status, count] of this.#turns) lines.push(`ibid_turns_total{status="${status}"} ${count}`);
    for (const [type, values] of [['counter', others.counters] as const, ['gauge', others.gauges] as const])
      for (const [name, value] of Object.entries(values))
        lines.push(`# TYPE ibid_${name} ${type}`, `ibid_${name} ${value}`);
    return `${lines.join('\n')}\n`;
  }
}
