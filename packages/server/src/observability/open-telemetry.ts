import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, SpanStatusCode, defaultTextMapGetter, trace } from '@opentelemetry/api';
import type { Context, Histogram, Span } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Telemetry, TelemetrySpan } from './telemetry.js';

/**
 * Sends spans and metrics by OTLP over HTTP. Registers nothing globally, so two servers in one process, or an
 * application with its own set-up, stay independent.
 */
export function openTelemetry(options: {
  endpoint: string;
  serviceName: string;
  version: string;
  serverId: string;
  /** Interval between exports of metrics. */
  metricMilliseconds: number;
  headers: Record<string, string>;
}): Telemetry {
  const { headers } = options;
  const resource = resourceFromAttributes({
    'service.name': options.serviceName,
    'service.version': options.version,
    'service.instance.id': options.serverId,
  });
  const address = (signal: string) => `${options.endpoint.replace(/\/+$/u, '')}/v1/${signal}`;
  const tracers = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: address('traces'), headers }))],
  });
  const meters = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url: address('metrics'), headers }),
        exportIntervalMillis: options.metricMilliseconds,
        exportTimeoutMillis: Math.min(10_000, options.metricMilliseconds),
      }),
    ],
  });
  const tracer = tracers.getTracer('ibid', options.version);
  const meter = meters.getMeter('ibid', options.version);
  const propagator = new W3CTraceContextPropagator();
  const around = new AsyncLocalStorage<Context>();
  const durations = new Map<string, Histogram>();

  return {
    isOn: true,
    async within(name, { attributes, headers: incoming }, work) {
      const caller = incoming
        ? propagator.extract(ROOT_CONTEXT, Object.fromEntries(incoming), defaultTextMapGetter)
        : null;
      const parent = caller ?? around.getStore() ?? ROOT_CONTEXT;
      const span = tracer.startSpan(name, { attributes }, parent);
      const handle = handleOf(span);
      try {
        const result = await around.run(trace.setSpan(parent, span), () => work(handle));
        handle.end();
        return result;
      } catch (error) {
        handle.end(codeOf(error));
        throw error;
      }
    },
    begin: (name, attributes) =>
      handleOf(tracer.startSpan(name, { attributes }, around.getStore() ?? ROOT_CONTEXT)),
    count: (name, value, attributes) => meter.createCounter(name).add(value, attributes),
    duration(name, seconds, attributes) {
      const known = durations.get(name) ?? meter.createHistogram(name, { unit: 's' });
      durations.set(name, known);
      known.record(seconds, attributes);
    },
    gauge: (name, read) => meter.createObservableGauge(name).addCallback((result) => result.observe(read())),
    async close() {
      // An unreachable collector must not block the shutdown.
      await Promise.allSettled([tracers.shutdown(), meters.shutdown()]);
    },
  };
}

function handleOf(span: Span): TelemetrySpan {
  let isOver = false;
  return {
    set: (attributes) => span.setAttributes(attributes),
    end(failed) {
      if (isOver) return;
      isOver = true;
      if (failed !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failed });
      span.end();
    },
  };
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : 'error';
}
