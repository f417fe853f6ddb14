/**
 * Takes a backup that holds an event of every type, as the fixture of a release: `node --import tsx tests/releases/take.ts FOLDER`.
 * Done once for each release, before it is published; later releases must open it (`opened.test.ts`).
 */
import { readFile } from 'node:fs/promises';
import { EVENT_TYPES } from '../../domain/event-types.ts';
import { takeBackup } from '../../infra/sqlite/backup/taking.ts';
import { everyExample } from '../support/examples/index.ts';
import { AT, ORCID } from '../support/examples/example.ts';
import { temporaryFolder } from '../support/folder.ts';
import { filesIn } from '../support/stores.ts';

/** Where the examples of each kind belong. A person who was erased has no other events. */
const STREAMS: Readonly<Record<keyof typeof EVENT_TYPES, string>> = {
  workspace: 'workspace-org',
  entity: 'entity-org~glass',
  category: 'category-org~glass',
  member: 'member-org~u2',
  'api-key': 'api-key-org~k1',
  installation: 'installation-org~i1',
  project: 'project-org~glass',
  person: `person-org~${ORCID}`,
  erasure: 'erasure-org~0000-0001-5109-3700',
  publication: 'publication-org~10.5555/a',
  identifier: 'identifier-org~pmid.1',
  ingestion: `ingestion-org~${ORCID}`,
  import: 'import-org~10.5555/a',
  site: 'site-org',
  timeline: 'timeline-org',
  view: 'view-org~publications',
};

const take = async (target: string): Promise<void> => {
  await using data = await temporaryFolder();
  const stores = await filesIn(data.path).open();
  const examples = everyExample();
  for (const [kind, stream] of Object.entries(STREAMS) as readonly (readonly [keyof typeof EVENT_TYPES, string])[]) {
    const types: readonly string[] = EVENT_TYPES[kind];
    const events = examples.filter(({ type }) => types.includes(type));
    await stores.events.append(stream, events, 'none');
  }
  await stores.state.put('fixture', 'state that a backup keeps');
  await stores.close();
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  const { signal } = new AbortController();
  const options = { dataDir: data.path, target, names: ['state.db', 'events.db'], version, now: AT, signal };
  const { log } = await takeBackup(options, () => undefined);
  console.log(`${log.events} events in ${log.streams} streams`);
};

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('name the folder for the backup');
await take(target);
