/** The command line in this process, over an installation or over operations that do nothing, and its output. */
import { operationsOf } from '../../infra/wiring/command-line/operations.ts';
import { readConfig } from '../../infra/config.ts';
import { runCommandLine } from '../../workers/cli/program.ts';
import type { Operations } from '../../workers/cli/operations.ts';
import type { ProjectionOperations } from '../../workers/cli/projections/operations.ts';

const LOG = { events: 3, streams: 2, head: 9 };
const ERASED = { rowsGone: true, filesClean: true };

const projections: ProjectionOperations = {
  list: () => Promise.resolve([]),
  rebuild: () => Promise.resolve([]),
  verify: (name) => Promise.resolve({ name, version: 1, generation: 0, rows: 0, differences: [] }),
  prepare: () => Promise.resolve([]),
  dropOld: () => Promise.resolve([]),
  skipPoison: () => Promise.resolve(),
  adoptLog: () => Promise.resolve(),
  pause: () => Promise.resolve(true),
  resume: () => Promise.resolve(true),
};

/** Everything succeeds, without data. */
export const idle: Operations = {
  projections,
  start: () => Promise.resolve(),
  demo: () => Promise.resolve(),
  ingest: () => Promise.resolve({ jobs: [], skipped: [], rowsCurrent: true }),
  importDoi: (doi) => Promise.resolve({ doi, outcome: 'created' }),
  createSession: ({ email, role, workspace }) =>
    Promise.resolve({ email, user_id: 'u', role, workspace, token: 't', link: 'l' }),
  workspaces: () => Promise.resolve([]),
  createWorkspace: (id) => Promise.resolve({ id, created: true }),
  status: () => Promise.resolve({ stores: { events: 'e', readModels: 'r' }, projections: [], jobs: {} }),
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
};

/** Over the stores in the environment. */
export const operationsIn = (
  env: Readonly<Record<string, string>>,
  signal = new AbortController().signal,
  warn: (line: string) => void = () => undefined,
): Operations => {
  const config = readConfig({ LOG_LEVEL: 'silent', ...env });
  return operationsOf({ signal, say: () => undefined, warn, config: () => config });
};

export type Printed = { readonly code: number; readonly out: string; readonly complaints: readonly string[] };

/** Confirmations are answered with yes. */
export const cli = async (args: readonly string[], operations: Operations = idle): Promise<Printed> => {
  const [out, complaints]: [string[], string[]] = [[], []];
  const printed = { line: (text: string) => void out.push(text), bars: null, confirm: () => Promise.resolve(true) };
  const { exitCode } = process;
  const code = await runCommandLine(args, operations, 'test', printed, (line) => void complaints.push(line));
  // This process's belongs to the test.
  process.exitCode = exitCode;
  return { code, out: out.join('\n'), complaints };
};
