/** Files of every publication, from the built program: how fast they come, and what other requests notice of it. */
import { request } from 'undici';
import { closing } from '../support/closing.ts';
import { openInstallation } from '../support/installation.ts';
import { plugIn } from '../support/plug-ins.ts';
import { filesIn } from '../support/stores.ts';
import { atMost, ratioAtLeast, ratioAtMost, type Bench } from './report.ts';
import { ownInstallation } from './support/installations.ts';
import { paced } from './support/paced.ts';
import { progress } from './support/progress.ts';
import { startServer, type Server } from './support/server.ts';
import { percentile } from './support/timing.ts';

const SECONDS = 10;
const EVENTS_A_PUBLICATION = 4;
const MORE_MEMORY = atMost(32);

type File = { readonly seconds: number; readonly firstMs: number; readonly bytes: number };

type Headers = Readonly<Record<string, string>>;

const read = async ({ publicUrl }: Server, address: string, headers: Headers = {}): Promise<File> => {
  const began = performance.now();
  const { body, statusCode } = await request(publicUrl + address, { headers, bodyTimeout: 0 });
  if (statusCode !== 200) throw new Error(`${address}: ${statusCode}`);
  let [bytes, firstMs] = [0, 0];
  for await (const part of body) {
    if (bytes === 0) firstMs = performance.now() - began;
    bytes += (part as Uint8Array).length;
  }
  return { seconds: (performance.now() - began) / 1_000, firstMs, bytes };
};

const totalOf = async ({ publicUrl }: Server): Promise<number> =>
  ((await (await fetch(publicUrl + PUBLIC)).json()) as { total: number }).total;

/** Whoever has one may ask for more citations than a stranger. */
const credentialIn = async (folder: string): Promise<Headers> => {
  await using installation = await openInstallation({ matching: false, place: filesIn(folder) });
  return (await plugIn(installation)).headers;
};

const PUBLIC = '/v1/publications';

/** In two styles, so that none was written before. */
const FORMATTED = ['format=text&style=apa', 'format=docx&group=year&style=ieee'];

export const exports: Bench = {
  about: `The built program, over an embedded installation of which every ${EVENTS_A_PUBLICATION} events are about a publication: all public publications as
files, read as fast as they come. Listings beside them: pages of \`/v1/publications\`, paced, none from the cache. Formatted citations
are written by a process of their own, none of them before.`,
  sizes: { of: 'events', each: [20_000, 400_000] },
  measure: async (report, size) => {
    const folder = await ownInstallation(size);
    const headers = await credentialIn(folder);
    await using server = closing(await startServer(folder));
    const total = await totalOf(server);
    const listings = Array.from({ length: 100 }, (_, n) => `${server.publicUrl}${PUBLIC}?per_page=${n + 1}`);
    progress('reading files');
    const ndjson = await read(server, `${PUBLIC}?format=ndjson`);
    const before = server.memory()?.now;
    await server.delays();
    const bibtex = await read(server, `${PUBLIC}?format=bibtex`);
    report({
      what: `BibTeX of ${total} publications`,
      value: total / bibtex.seconds,
      unit: 'publications/s',
      baseline: { what: 'NDJSON', value: total / ndjson.seconds },
      aim: ratioAtLeast(0.5),
    });
    const { p99, longest } = await server.delays();
    report({
      what: 'longest event-loop delay meanwhile',
      value: longest,
      unit: 'ms',
      aim: atMost(50),
      note: `p99 ${p99.toFixed(1)} ms`,
    });
    const after = server.memory()?.most;
    if (before !== undefined && after !== undefined)
      report({ what: 'memory for it, resident', value: after - before, unit: 'MiB', aim: MORE_MEMORY });
    const alone = await paced(listings, { seconds: SECONDS });
    let isOver = false;
    const exporting = read(server, `${PUBLIC}?format=bibtex&sort=title`).finally(() => (isOver = true));
    const beside = await paced(
      listings.map((address) => `${address}&dir=asc`),
      { seconds: SECONDS, isOver: () => isOver },
    );
    await exporting;
    report({
      what: 'a listing while BibTeX is written, p99',
      value: percentile(beside, 0.99),
      unit: 'ms',
      baseline: { what: 'without', value: percentile(alone, 0.99) },
      aim: ratioAtMost(2),
    });
    progress('formatting citations');
    for (const query of FORMATTED) {
      const { seconds, firstMs, bytes } = await read(server, `/integrations/v1/publications?${query}`, headers);
      report({
        what: `formatted citations, ${query}`,
        value: total / seconds,
        unit: 'publications/s',
        note: `${bytes} bytes, the first after ${firstMs.toFixed(0)} ms`,
      });
    }
  },
};
