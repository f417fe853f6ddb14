/** The command line in this process, over an installation or over work that does nothing, and its output. */
import { backup, restore } from '../../infra/cli/backup.ts';
import { demo } from '../../infra/cli/demo.ts';
import { erasePerson, eraseUser } from '../../infra/cli/erase.ts';
import { importByDoi, ingest } from '../../infra/cli/ingest.ts';
import { invocationOf, runIn, type CommandContext, type Invocation, type Run } from '../../infra/cli/invocation.ts';
import { migrate } from '../../infra/cli/migrate.ts';
import { runCommandLine } from '../../infra/cli/program.ts';
import { adoptLog, dropOld, list, pause, resume, skipPoison } from '../../infra/cli/projections.ts';
import { prepare, rebuild, verify } from '../../infra/cli/rebuild.ts';
import { refresh } from '../../infra/cli/refresh.ts';
import { createSession } from '../../infra/cli/sessions.ts';
import { startRoles } from '../../infra/cli/start.ts';
import { status } from '../../infra/cli/status.ts';
import { undo } from '../../infra/cli/undo.ts';
import { knownWorkspaces, makeWorkspace } from '../../infra/cli/workspaces.ts';
import { readConfig } from '../../infra/config.ts';

/** The work of every command, by the name that tests call it. */
const WORKS = {
  start: startRoles,
  demo,
  ingest,
  importDoi: importByDoi,
  refresh,
  createSession,
  createWorkspace: makeWorkspace,
  workspaces: knownWorkspaces,
  status,
  undo,
  erasePerson,
  eraseUser,
  backup,
  restore,
  migrate,
  list,
  rebuild,
  verify,
  prepare,
  dropOld,
  skipPoison,
  adoptLog,
  pause,
  resume,
};

type Operation<Work> = Work extends (invocation: Invocation, ...asked: infer Asked) => infer Report
  ? (...asked: Asked) => Report
  : never;

export type Operations = { readonly [Name in keyof typeof WORKS]: Operation<(typeof WORKS)[Name]> };

const LOG = { events: 3, streams: 2, head: 9 };
const ERASED = { rowsGone: true, filesClean: true };

/** Everything succeeds, without data. */
export const idle: Operations = {
  start: () => Promise.resolve(),
  demo: () => Promise.resolve(),
  ingest: () => Promise.resolve({ jobs: [], skipped: [], rowsCurrent: true }),
  importDoi: (doi) => Promise.resolve({ doi, outcome: 'created', position: 9 }),
  refresh: () => Promise.resolve({ changed: 0, unchanged: 0, failed: 0, left: 0, down: null }),
  createSession: ({ email, role, workspace }) =>
    Promise.resolve({ email, user_id: 'u', role, workspace, token: 't', link: 'l' }),
  workspaces: () => Promise.resolve([]),
  createWorkspace: (id) => Promise.resolve({ id, created: true }),
  status: () =>
    Promise.resolve({
      version: '1.0.0',
      stores: { events: 'e', readModels: 'r', state: 's' },
      disk: null,
      projections: [],
      lastBackup: null,
      jobs: {},
    }),
  undo: ({ dryRun }) =>
    Promise.resolve({
      dry_run: dryRun,
      events: 0,
      undone: 0,
      unchanged: 0,
      refused: 0,
      steps: 0,
      results: [],
      correlation_id: null,
    }),
  migrate: () => Promise.resolve({ ...LOG, checksum: 'c', moved: 0, stateRecords: null, inUse: false }),
  backup: (folder) => Promise.resolve({ ...LOG, folder, bytes: 1 }),
  restore: (folder) =>
    Promise.resolve({ ...LOG, folder, takenAt: 0, onServer: false, endedAgain: [], unread: [], replacedLog: true }),
  erasePerson: (orcid) => Promise.resolve({ orcid, workspaces: [], ...ERASED }),
  eraseUser: () => Promise.resolve({ workspaces: [], waysIn: 0, ...ERASED }),
  list: () => Promise.resolve([]),
  rebuild: () => Promise.resolve([]),
  verify: (names) =>
    Promise.resolve(
      (names === 'all' ? ['works'] : names).map((name) => ({
        name,
        version: 1,
        generation: 0,
        rows: 0,
        differences: [],
      })),
    ),
  prepare: () => Promise.resolve([]),
  dropOld: () => Promise.resolve([]),
  skipPoison: () => Promise.resolve(),
  adoptLog: () => Promise.resolve(),
  pause: () => Promise.resolve(true),
  resume: () => Promise.resolve(true),
};

type Called = (...asked: readonly unknown[]) => Promise<never>;

/** Calls one of the operations in place of a command's work. */
export const runOf =
  (operations: Operations): Run =>
  async (work, ...asked) => {
    const called = Object.entries(WORKS).find(([, each]) => Object.is(each, work))?.[0];
    if (called === undefined) throw new Error(`the work ${work.name} is not listed`);
    return (operations[called as keyof Operations] as Called)(...asked);
  };

/** Over the stores in the environment. */
export const operationsIn = (
  env: Readonly<Record<string, string>>,
  signal = new AbortController().signal,
  warn: (line: string) => void = () => undefined,
): Operations => {
  const config = readConfig({ LOG_LEVEL: 'silent', ...env });
  const run = runIn(invocationOf({ signal, say: () => undefined, warn, config: () => config }));
  const operations = Object.entries(WORKS).map(([name, work]) => {
    const called: Called = (...asked) => run(work as () => Promise<never>, ...(asked as readonly []));
    return [name, called];
  });
  return Object.fromEntries(operations) as Operations;
};

/** Stores that are open already, for the work of a command. */
export const inContext = (context: CommandContext): Pick<Invocation, 'withStores'> => ({
  withStores: (work) => work(context),
});

export type Printed = { readonly code: number; readonly out: string; readonly complaints: readonly string[] };

/** Confirmations are answered with yes. */
export const cli = async (args: readonly string[], operations: Operations = idle): Promise<Printed> => {
  const [out, complaints]: [string[], string[]] = [[], []];
  const printed = { line: (text: string) => void out.push(text), bars: null, confirm: () => Promise.resolve(true) };
  const { exitCode } = process;
  const complain = (line: string) => void complaints.push(line);
  const code = await runCommandLine(args, runOf(operations), 'test', printed, complain);
  // This process's belongs to the test.
  process.exitCode = exitCode;
  return { code, out: out.join('\n'), complaints };
};
