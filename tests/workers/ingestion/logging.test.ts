/** Log messages of ingestion, at any level, contain nothing about people. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { Log } from '../../../commands/ports.ts';
import { queueIngestions } from '../../../commands/queue-ingestions.ts';
import { loggedWaits } from '../../../commands/waits.ts';
import { importDoi } from '../../../workers/ingestion/import-doi.ts';
import { runIngestionWorker } from '../../../workers/ingestion/worker.ts';
import { inventedOrcid } from '../../support/history/papers.ts';
import { hostileProviders, respondWith } from '../../support/hostile-providers.ts';
import { jobsOf } from '../../support/ingesting.ts';
import { openInstallation } from '../../support/installation.ts';
import { suite } from '../../support/suite.ts';

const logging = suite('the log of ingestion', { timeoutMs: 60_000 });

logging('names no person, whether a provider responds or fails', async () => {
  const providers = await hostileProviders();
  const installation = await openInstallation({ urls: providers.urls, matching: false });
  const lines: string[] = [];
  const hear = (fields: Readonly<Record<string, unknown>>, message: string): void =>
    void lines.push(`${message} ${inspect(fields, { depth: 10 })}`);
  const log: Log = { debug: hear, info: hear, warn: hear, error: hear };
  const [known, away, broken] = [inventedOrcid(801), inventedOrcid(802), inventedOrcid(803)];
  const person = { name: { 'credit-name': { value: 'Quetzalina Marker' } }, biography: { content: 'Born in Marker.' } };
  providers.answer('/orcid/', respondWith({ ...person, group: [] }));
  providers.answer(away, (response) => void response.writeHead(500).end(JSON.stringify(person)));
  providers.answer(broken, respondWith('{"name": "Quetzalina Marker"'));
  providers.answer('/crossref/', (response) => void response.writeHead(401).end());
  const orcids = [known, away, broken];
  const done = new AbortController();
  try {
    const deps = { ...installation, log };
    const caller = { ...installation.caller, commandId: installation.ids.next() };
    const { jobs } = await queueIngestions(deps, { orcids, triggerSource: 'cli', shards: 4 }, caller);
    const only = { workspace: caller.workspace, jobs };
    const working = runIngestionWorker(deps, { name: 'w', signal: done.signal, waits: loggedWaits(log), only });
    await assert.rejects(importDoi(deps, { doi: '10.5555/away' }, installation.caller, done.signal));
    for (;;) {
      const seen = await jobsOf(installation, orcids);
      if (seen.every((job) => job !== undefined && job.attempt > 0 && job.status !== 'processing')) break;
      await pause(20);
    }
    done.abort();
    await working;
    assert.ok(
      lines.some((line) => line.startsWith('a job failed')),
      'the failure is logged',
    );
    for (const secret of [...orcids, 'Quetzalina', 'Marker'])
      assert.deepEqual(
        lines.filter((line) => line.includes(secret)),
        [],
        secret,
      );
  } finally {
    done.abort();
    await installation.stop();
    await providers.close();
  }
});
