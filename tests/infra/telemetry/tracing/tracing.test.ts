/** Traces as a collector receives them. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { grantSession } from '../../../../commands/identity/grant-session.ts';
import { randomIds, systemClock } from '../../../../infra/system.ts';
import { startRole } from '../../../support/starting.ts';
import { until } from '../../../support/until.ts';
import { suite } from '../../../support/suite.ts';
import { closing } from '../../../support/closing.ts';
import { inFolder } from '../../../support/folder.ts';

type Value = { readonly stringValue?: string; readonly arrayValue?: { readonly values: readonly Value[] } };
type Span = {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
};
type Sent = {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
};

const collector = async () => {
  const spans: Span[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.url === '/v1/traces')
        for (const { scopeSpans } of (JSON.parse(body) as Sent).resourceSpans)
          spans.push(...scopeSpans.flatMap((each) => each.spans));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    spans,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
};

const attribute = ({ attributes }: Span, key: string): Value | undefined =>
  attributes.find((each) => each.key === key)?.value;

const tracing = suite('a trace');

tracing('leads from a request through its command and append to the rows, and identifies nobody', () =>
  inFolder(async (DATA_DIR) => {
    await using collecting = closing(await collector());
    const env = { DATA_DIR, OTEL_EXPORTER_OTLP_ENDPOINT: collecting.url };
    await using api = closing(await startRole('api', env));
    await using projector = closing(await startRole('projector', env));
    const { addresses, stores } = await api.listening;
    const deps = { ...stores, clock: systemClock, ids: randomIds };
    const sessionRequest = { email: 'jo@example.org', role: 'workspace_admin', workspace: 'org' } as const;
    const { token } = await grantSession(deps, sessionRequest);
    await until(api.readiness, ({ code }) => code === 200);
    const created = await until(
      () =>
        fetch(`${addresses.dashboardUrl}/api/categories`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ id: 'kilns', name: 'Kilns' }),
        }),
      ({ status }) => status === 201,
    );
    const correlationId = created.headers.get('x-request-id') ?? '';
    await projector.stop();
    await api.stop();

    const own = collecting.spans.filter(
      (span) => attribute(span, 'colophon.correlation_id')?.stringValue === correlationId,
    );
    const [request, command, append] = ['POST /api/categories', 'command', 'append category'].map((name) =>
      own.find((span) => span.name.startsWith(name)),
    );
    assert.ok(request && command && append, own.map(({ name }) => name).join());
    assert.deepEqual([command.parentSpanId, append.parentSpanId], [request.spanId, command.spanId]);
    assert.deepEqual(new Set([request, command, append].map(({ traceId }) => traceId)).size, 1);
    const projected = collecting.spans.find(
      (span) =>
        span.name.startsWith('project ') &&
        attribute(span, 'colophon.correlation_ids')?.arrayValue?.values.some((id) => id.stringValue === correlationId),
    );
    assert.ok(projected);
    assert.doesNotMatch(JSON.stringify(collecting.spans), /example\.org|127\.0\.0\.1|kilns|Bearer/);
  }),
);
