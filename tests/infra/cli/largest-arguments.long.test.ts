/** Every command that appends events, with the largest arguments permitted and with ten times as much, in a process of little memory. */
import assert from 'node:assert/strict';
import type { Command } from 'commander';
import { ID, REQUEST, TEXT } from '../../../domain/limits.ts';
import { programOf } from '../../../infra/cli/program.ts';
import { idle, runOf } from '../../support/command-line.ts';
import { inventedOrcid } from '../../support/history/papers.ts';
import { hostileProviders, respondWith } from '../../support/hostile-providers.ts';
import { colophon, type Ended } from '../../support/program.ts';
import { filesIn } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';
import { closing } from '../../support/closing.ts';
import { temporaryFolder } from '../../support/folder.ts';

/** Of the heap, in MiB: a command that kept many copies of its input would run out of memory. */
const NODE = ['--max-old-space-size=64'];
const USAGE = 2;

const largest = suite('the command line', { timeoutMs: 240_000 });
const { path: folder } = await largest.holds(temporaryFolder());
const providers = await largest.holds(hostileProviders());

const DOI = `10.5555/${'x'.repeat(ID.doi - '10.5555/'.length)}`;
const ORCIDS = Array.from({ length: REQUEST.listItems }, (_, n) => inventedOrcid(n));
const BY_URL = `https://www.orcid.org/${inventedOrcid(0)}`;
const WORKSPACE = 'w'.repeat(ID.given);
const NAME = 'n'.repeat(TEXT.nameCharacters);

const emailOf = (characters: number): string => `${'a'.repeat(characters - '@example.org'.length)}@example.org`;
const EMAIL = emailOf(TEXT.emailCharacters);

const message = { DOI, type: 'journal-article', title: ['Of greatest length'], author: [{ family: 'Oz' }] };
providers.answer('/crossref/works/10.5555/', respondWith({ status: 'ok', message }));

const run = (args: readonly string[]): Promise<Ended> => {
  const { orcid, crossref, datacite, openalex } = providers.urls;
  const env = {
    ...{ ORCID_API_URL: orcid, CROSSREF_API_URL: crossref, DATACITE_API_URL: datacite, OPENALEX_API_URL: openalex },
    ...{ PROVIDER_RATE: '0', PROVIDER_CONCURRENCY: '0', DATA_DIR: folder, LOG_LEVEL: 'error' },
  };
  return colophon(env, args, NODE).ended;
};

const headOf = async (): Promise<number> => {
  await using stores = closing(await filesIn(folder).open());
  return await stores.events.head();
};

/** The last event of this type: its id, and the correlation id of its request. */
const lastOf = async (type: string): Promise<{ readonly id: string; readonly cause: string }> => {
  const stores = await filesIn(folder).open();
  let last = { id: '', cause: '' };
  for await (const event of stores.events.readAll())
    if (event.type === type) last = { id: event.id, cause: event.metadata.correlationId };
  await stores.close();
  return last;
};

/** For each of the import's links. */
const pointers = (characters: number): readonly string[] =>
  ORCIDS.map((orcid) => `/person_orcids/${orcid}/`.padEnd(characters, 'x'));

const IN_LARGEST = ['--workspace', WORKSPACE];

type Args = readonly string[];
/** `text`: the output expected when all of it has been done. */
type Taken = { readonly what: string; readonly text: RegExp; readonly args: () => Args | Promise<Args> };

/** In an order in which each has its prerequisites. */
const TAKEN: readonly Taken[] = [
  { what: 'a workspace', text: /^w+  created$/mu, args: () => ['workspaces', 'create', WORKSPACE, '--name', NAME] },
  {
    what: 'a list of iDs to ingest',
    text: /(?:succeeded[^]*?){100}/u,
    args: () => ['ingest', ...ORCIDS, ...IN_LARGEST],
  },
  { what: 'an iD to ingest', text: /succeeded/u, args: () => ['ingest', BY_URL, ...IN_LARGEST] },
  {
    what: 'an import',
    text: /x  created$/mu,
    args: () => ['import', 'doi', DOI, '--person', ...ORCIDS, ...IN_LARGEST],
  },
  {
    what: 'an undo of an event',
    text: / 1 undone/u,
    args: async () => {
      const { id } = await lastOf('AuthorLinked');
      return ['undo', id, '--field', ...pointers(REQUEST.pointerCharacters).slice(-1), ...IN_LARGEST];
    },
  },
  {
    what: 'an undo of a cause',
    text: / 1 undone/u,
    args: async () => {
      const { cause } = await lastOf('AuthorUnlinked');
      return ['undo', '--cause', cause, '--field', ...pointers(500), ...IN_LARGEST];
    },
  },
  { what: 'a workspace to refresh', text: /\d+ unchanged, 0 failed$/mu, args: () => ['refresh', ...IN_LARGEST] },
  {
    what: 'a session',
    text: /is member of w+$/mu,
    args: () => ['sessions', 'create', '--email', EMAIL, '--role', 'member', ...IN_LARGEST],
  },
  { what: 'an iD to erase', text: /events? erased/u, args: () => ['people', 'erase', BY_URL, '--yes', ...IN_LARGEST] },
  { what: 'an address to erase', text: /^Ended in 1 workspace: w+$/mu, args: () => ['users', 'erase', EMAIL, '--yes'] },
];

type Refused = { readonly command: string; readonly input: string; readonly args: Args; readonly rest?: Args };

const TOO_LONG = '0'.repeat(10 * ID.orcid);
const TOO_MANY = Array.from({ length: 10 * REQUEST.listItems }, (_, n) => inventedOrcid(n));
const ELSEWHERE = { input: '--workspace', args: ['--workspace', 'w'.repeat(10 * ID.given)] } as const;

/** Refused by name, without effect. */
const REFUSED: readonly Refused[] = [
  { command: 'workspaces create', input: 'id', args: ['w'.repeat(10 * ID.given)] },
  { command: 'workspaces create', input: '--name', args: ['named', '--name', 'n'.repeat(10 * NAME.length)] },
  { command: 'ingest', input: 'orcid', args: [TOO_LONG] },
  { command: 'ingest', input: 'orcid', args: TOO_MANY },
  { command: 'ingest', ...ELSEWHERE, rest: [BY_URL] },
  { command: 'import doi', input: 'doi', args: [`10.5555/${'x'.repeat(10 * ID.doi)}`] },
  { command: 'import doi', input: '--person', args: ['--person', TOO_LONG], rest: ['10.5555/x'] },
  { command: 'import doi', input: '--person', args: ['--person', ...TOO_MANY], rest: ['10.5555/x'] },
  { command: 'import doi', ...ELSEWHERE, rest: ['10.5555/x'] },
  { command: 'refresh', ...ELSEWHERE },
  { command: 'undo', input: 'event', args: ['e'.repeat(10 * ID.made)] },
  { command: 'undo', input: '--cause', args: ['--cause', 'c'.repeat(10 * ID.made)] },
  {
    command: 'undo',
    input: '--field',
    args: ['--field', ...pointers(10 * REQUEST.pointerCharacters).slice(-1)],
    rest: ['x'],
  },
  { command: 'undo', input: '--field', args: ['--field', ...TOO_MANY], rest: ['x'] },
  { command: 'undo', ...ELSEWHERE, rest: ['x'] },
  {
    command: 'sessions create',
    input: '--email',
    args: ['--email', emailOf(10 * TEXT.emailCharacters), '--role', 'member'],
  },
  { command: 'sessions create', ...ELSEWHERE, rest: ['--email', EMAIL, '--role', 'member'] },
  { command: 'people erase', input: 'id', args: [TOO_LONG, '--yes'] },
  { command: 'people erase', ...ELSEWHERE, rest: [BY_URL, '--yes'] },
  { command: 'users erase', input: 'email', args: [emailOf(10 * TEXT.emailCharacters), '--yes'] },
  // Not an event, but stored as state.
  { command: 'projections skip-poison', input: 'event-id', args: ['catalogue', 'e'.repeat(10 * ID.made)] },
  { command: 'projections skip-poison', input: 'name', args: ['n'.repeat(10 * ID.made), 'x'] },
];

/** Commands that append no event from their input: they run, read, move files, or maintain the rows. */
const NO_FACTS = /^(start|demo|status|backup|restore|migrate|complete|completion|projections (?!skip-poison).*)$/u;

type Shown = { readonly name: string; readonly inputs: readonly string[] };

/** Every command with its inputs, except choices among a few values. */
const commandsOf = (command: Command, path: readonly string[] = []): readonly Shown[] => {
  if (command.commands.length > 0) return command.commands.flatMap((each) => commandsOf(each, [...path, each.name()]));
  const options = command.options.filter((each) => (each.required || each.optional) && each.argChoices === undefined);
  const inputs = [...command.registeredArguments.map((each) => each.name()), ...options.map((each) => each.long ?? '')];
  return [{ name: path.join(' '), inputs }];
};

largest('has every input of every command that appends events tested here', async () => {
  const program = await programOf([], runOf(idle), '0', { line: () => undefined, bars: null, confirm: null });
  const shown = commandsOf(program).filter(({ name }) => !NO_FACTS.test(name));
  const tried = new Set(REFUSED.map(({ command, input }) => `${command} ${input}`));
  assert.deepEqual(
    [...tried].sort(),
    shown.flatMap(({ name, inputs }) => inputs.map((input) => `${name} ${input}`)).sort(),
  );
});

for (const { what, text, args } of TAKEN)
  largest(`accepts the largest of ${what}`, async () => {
    const { code, err, out } = await run(await args());
    assert.equal(code, 0, `${err} ${out.slice(0, 2_000)}`);
    assert.match(out, text);
  });

for (const { command, input, args, rest = [] } of REFUSED)
  largest(
    `refuses ten times as much of ${command} ${input}${args.length > 3 ? ', in number' : ''}, in few words`,
    async () => {
      const before = await headOf();
      const { code, out, err } = await run([...command.split(' '), ...rest, ...args]);
      assert.equal(code, USAGE, `it ended with ${code}: ${err.slice(0, 500)}`);
      assert.ok(err.length > 0 && err.length < 2_000, `${err.length} characters: ${err.slice(0, 300)}`);
      assert.doesNotMatch(err, /\n\s+at |heap/u);
      assert.equal(out, '');
      assert.equal(await headOf(), before);
    },
  );
