import type { Logger } from 'pino';
import type { Environment } from '../models/providers-from-environment.js';
import { noTelemetry } from './telemetry.js';
import type { Telemetry } from './telemetry.js';

const DEFAULT_METRIC_MILLISECONDS = 60_000;

/** Loads OpenTelemetry only if configured: most servers have no collector, and it takes time and memory. */
export async function configuredTelemetry(options: {
  environment: Environment;
  version: string;
  serverId: string;
  log: Logger;
}): Promise<Telemetry> {
  const { environment, log } = options;
  const endpoint = environment['OTEL_EXPORTER_OTLP_ENDPOINT'];
  if (!endpoint || environment['OTEL_SDK_DISABLED'] === 'true') return noTelemetry;
  try {
    const { openTelemetry } = await import('./open-telemetry.js');
    return openTelemetry({
      endpoint,
      serviceName: environment['OTEL_SERVICE_NAME'] ?? 'ibid',
      version: options.version,
      serverId: options.serverId,
      metricMilliseconds: Number(environment['OTEL_METRIC_EXPORT_INTERVAL']) || DEFAULT_METRIC_MILLISECONDS,
      headers: headersOf(environment['OTEL_EXPORTER_OTLP_HEADERS']),
    });
  } catch (error) {
    log.error(
      { reason: (error as Error).message },
      'OTEL_EXPORTER_OTLP_ENDPOINT is set, but OpenTelemetry is not installed. Run: npm install @opentelemetry/api @opentelemetry/core @opentelemetry/resources @opentelemetry/sdk-trace-node @opentelemetry/sdk-metrics @opentelemetry/exporter-trace-otlp-http @opentelemetry/exporter-metrics-otlp-http',
    );
    return noTelemetry;
  }
}

/** `name=value,name=value` with percent-encoded values, the format of OpenTelemetry. */
function headersOf(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split(',').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 1 ? [] : [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]];
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}
