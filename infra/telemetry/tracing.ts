/** Traces: spans of requests, the commands they send, their appends, and the batches that project them, sent to a collector by OTLP over HTTP. OpenTelemetry's environment variables set the sampler and headers. */
import { type Attributes, type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { WatchRequest } from '../../api/http/ports.ts';
import { type EventStore, type WatchCommand, WrongExpectedRevision } from '../../commands/ports.ts';
import { Refused } from '../../domain/errors.ts';
import type { Recorded } from '../../domain/event.ts';
import { kindOf } from '../../domain/stream-kinds.ts';

const CLOSE_WITHIN_MS = 3_000;

export const openTracing = (
  endpoint: string,
  { role, version }: { readonly role: string; readonly version: string },
) => {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: CLOSE_WITHIN_MS });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': process.env['OTEL_SERVICE_NAME'] ?? 'colophon',
      'service.version': version,
      'colophon.role': role,
    }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  return {
    tracer: provider.getTracer('colophon', version),
    /** Flushes pending spans; they are lost if the collector cannot be reached in time. */
    close: (): Promise<void> => provider.shutdown().catch(() => undefined),
  };
};

const CORRELATION = 'colophon.correlation_id';
const SERVER_ERROR = 500;

type Spanned = { readonly name: string; readonly kind?: SpanKind; readonly attributes: Attributes };

/** A refusal and a lost race are outcomes; anything else is an error. A message may name a person, so only the error's class is recorded. */
const failed = (span: Span, error: unknown): void => {
  const type = error instanceof Error ? error.name : typeof error;
  span.setAttribute('error.type', error instanceof Refused ? error.code : type);
  if (!(error instanceof Refused || error instanceof WrongExpectedRevision))
    span.setStatus({ code: SpanStatusCode.ERROR, message: type });
};

/** Spans started inside `work` become children. */
const within = <T>(
  tracer: Tracer,
  { name, kind = SpanKind.INTERNAL, attributes }: Spanned,
  work: (span: Span) => Promise<T>,
): Promise<T> =>
  tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      failed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });

export const tracedRequests =
  (tracer: Tracer, listener: string): WatchRequest =>
  ({ method }, answer) => {
    const attributes = { 'http.request.method': method, 'colophon.listener': listener };
    return within(tracer, { name: method, kind: SpanKind.SERVER, attributes }, async (span) => {
      const { route, status, correlationId } = await answer();
      span.setAttribute(CORRELATION, correlationId);
      if (route !== null) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
      span.setAttribute('http.response.status_code', status);
      if (status >= SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR });
    });
  };

export const tracedCommands =
  (tracer: Tracer): WatchCommand =>
  ({ kind, type, correlationId }, work) => {
    const attributes = { 'colophon.kind': kind, 'colophon.command': type, [CORRELATION]: correlationId };
    return within(tracer, { name: `command ${type}`, attributes }, work);
  };

export const tracedAppends = (tracer: Tracer, store: EventStore): EventStore => ({
  ...store,
  append: (stream, events, expected) => {
    const { workspace = '', correlationId = '' } = events[0]?.metadata ?? {};
    const kind = kindOf(stream, workspace);
    const attributes = { 'colophon.kind': kind, 'colophon.events': events.length, [CORRELATION]: correlationId };
    return within(tracer, { name: `append ${kind}`, kind: SpanKind.CLIENT, attributes }, async (span) => {
      const appended = await store.append(stream, events, expected);
      span.setAttribute('colophon.position', appended.position);
      return appended;
    });
  },
});

export type TracedBatch = {
  readonly projection: string;
  readonly phase: 'filling' | 'live';
  readonly events: readonly Recorded[];
  readonly ms: number;
};

/** A batch projects events of many requests, so its span is a root that lists their correlation ids. */
export const traceBatch = (tracer: Tracer, { projection, phase, events, ms }: TracedBatch): void => {
  if (phase === 'filling') return;
  const correlationIds = [...new Set(events.map(({ metadata }) => metadata.correlationId))];
  const now = Date.now();
  const attributes = {
    'colophon.projection': projection,
    'colophon.events': events.length,
    'colophon.position': events.at(-1)?.position ?? 0,
    'colophon.correlation_ids': correlationIds,
  };
  tracer.startSpan(`project ${projection}`, { root: true, startTime: now - ms, attributes }).end(now);
};
