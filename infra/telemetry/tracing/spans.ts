/** Spans of requests, the commands they send, their appends, and the batches that project them. */
import { SpanKind, SpanStatusCode, type Attributes, type Span, type Tracer } from '@opentelemetry/api';
import type { WatchRequest } from '../../../api/http/ports.ts';
import { WrongExpectedRevision, type EventStore, type WatchCommand } from '../../../commands/ports.ts';
import { kindOf } from '../../../domain/stream-kinds.ts';
import type { Recorded } from '../../../domain/event.ts';
import { Refused } from '../../../domain/errors.ts';

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
