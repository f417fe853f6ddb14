/** Sends traces to a collector by OTLP over HTTP. OpenTelemetry's environment variables set the sampler and headers. */
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

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
