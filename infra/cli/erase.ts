/** `colophon people erase` and `colophon users erase`: the events or the directory, then the rows, then the remains in the files. */
import path from 'node:path';
import { Option, type Command } from 'commander';
import { newCaller } from '../../commands/caller.ts';
import { erasePerson as erasePersonEvents, idsOfPerson } from '../../commands/erase-person.ts';
import type { Deps } from '../../commands/handle.ts';
import { eraseUser as eraseMember } from '../../commands/identity/erase-user.ts';
import { isHeldIn, knownWorkspace, workspacesHolding } from '../../commands/known-workspace.ts';
import { Refused, Unavailable } from '../../domain/errors.ts';
import { parsePersonId } from '../../domain/person/id.ts';
import { allProjections } from '../../projections/all.ts';
import { personalDataCollections } from '../../projections/catalogue/index.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import { everyWorkspace } from '../../projections/queries/workspaces.ts';
import { workspacesProjection } from '../../projections/workspaces/index.ts';
import { forgetPhotos } from '../../commands/photos.ts';
import { forgetChecks } from '../../workers/ingestion/provider-checks.ts';
import { dropOld, oldGenerations } from '../../workers/rebuild/requests.ts';
import { registered, type Registered } from '../../workers/rebuild/registry.ts';
import type { Config } from '../config.ts';
import { Interrupted } from '../interrupted.ts';
import { randomIds, systemClock } from '../system.ts';
import { whileOpen } from '../while-open.ts';
import type { RoleContext } from '../wiring/roles/context.ts';
import { waitForRows } from '../wiring/wait-for-rows.ts';
import { warnOfPaused, withProjector, type Invocation, type Run } from './invocation.ts';
import { examples } from './options.ts';
import { answer, FAILED, mustConfirm, type Out } from './output.ts';

type InStores = Pick<Invocation, 'withStores'>;

type Erased = {
  /** False if the rows did not catch up in time. */
  readonly rowsGone: boolean;
  /** False if the files of the embedded stores may still contain removed data. */
  readonly filesClean: boolean;
};

type ErasureReport = Erased & {
  readonly orcid: string;
  readonly workspaces: readonly {
    readonly workspace: string;
    /** The id given, or that of someone who was merged into the person, or into whom they were merged. */
    readonly orcid: string;
    /** Erased events of the person; 0 if nothing was left to erase. */
    readonly events: number;
    readonly jobEnded: boolean;
  }[];
};

type UserErasureReport = Erased & {
  /** Workspaces in which a membership or an invitation ended. */
  readonly workspaces: readonly string[];
  /** Sessions, sign-in links and identities that were removed. */
  readonly waysIn: number;
};

const CLI = { type: 'system', id: 'cli' } as const;

const purgedRows = async ({ dataDir, mongodbUrl }: Config): Promise<boolean> =>
  mongodbUrl !== null ||
  (await import('../sqlite/rows/index.ts')).purge(path.join(dataDir, 'read.db'), personalDataCollections);

/** Projectors also update retained generations of the current versions. */
const isUpdated = ({ projection, version }: Registered): boolean =>
  allProjections.some((each) => each.name === projection && each.version === version);

/** Deleted data is overwritten, but stays in the write-ahead log until that is truncated. */
const purgedState = async ({ dataDir, mongodbUrl }: Config): Promise<boolean> => {
  if (mongodbUrl !== null) return true;
  const { emptyLog, openDatabase } = await import('../sqlite/connection/database.ts');
  const file = path.join(dataDir, 'state.db');
  return whileOpen(await openDatabase({ file, synchronous: 'NORMAL', what: 'state' }), emptyLog);
};

/** Timeout for dropping the rows of earlier versions, and for rows that are being built. */
const WITHIN_MS = 60_000;

/** Drops rows that no projector updates, and waits for those that are being built. False if some may still have the person's data. */
const goneFromOthers = async ({ stores }: RoleContext, signal: AbortSignal): Promise<boolean> => {
  const { events, rawReadModels: readModels, state } = stores;
  const deps = { readModels, state, projections: allProjections, clock: systemClock };
  const others = (await oldGenerations(deps)).filter((entry) => !isUpdated(entry));
  const within = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]);
  if (!(await dropOld(deps, others, within))) return false;
  const all = (await registered(readModels)).map((entry) => ({ ...entry, name: entry.projection }));
  return waitForPosition(readModels, all, await events.head(), { timeoutMs: WITHIN_MS, signal: within });
};

/** The requested workspaces that hold data about the iD, or held some before it was erased. */
const workspacesToErase = async (
  deps: Pick<Deps, 'events'>,
  orcid: string,
  requested: string | null,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  if (requested === null) return workspacesHolding(deps, orcid, signal);
  const workspace = await knownWorkspace(deps, requested);
  return (await isHeldIn(deps, workspace, orcid)) ? [workspace] : [];
};

/** `requested` null: all workspaces. Idempotent. Throws `Refused` if unknown, also for the iD: a mistyped one must not be reported as erased. */
export const erasePerson = (
  { withStores }: InStores,
  rawId: string,
  requested: string | null,
): Promise<ErasureReport> =>
  withStores(async (context) => {
    const { stores, config } = context;
    const deps = { events: stores.events, clock: systemClock, ids: randomIds };
    const orcid = parsePersonId(rawId);
    const holding = await workspacesToErase(deps, orcid, requested, context.signal);
    if (holding.length === 0) {
      const where = requested === null ? 'any workspace' : `workspace ${requested}`;
      throw new Refused('not_found', 'person_not_found', `no data about ${orcid} in ${where}`, { field: 'orcid' });
    }
    await warnOfPaused(context);
    const report = await withProjector(context, async (signal) => {
      const workspaces: ErasureReport['workspaces'][number][] = [];
      for (const workspace of holding) {
        for (const id of await idsOfPerson(deps, workspace, orcid)) {
          const { events, jobEnded } = await erasePersonEvents(deps, id, newCaller(randomIds, workspace, CLI));
          await forgetChecks(stores.state, workspace, id);
          await forgetPhotos(stores.state, workspace, id);
          workspaces.push({ workspace, orcid: id, events, jobEnded });
        }
      }
      const rowsGone = (await waitForRows(stores, signal)) && (await goneFromOthers(context, signal));
      return { orcid, workspaces, rowsGone };
    });
    return { ...report, filesClean: report.rowsGone && (await purgedRows(config)) && (await purgedState(config)) };
  });

/** Removes a user of the dashboard from every workspace and from the directory. */
export const eraseUser = ({ withStores }: InStores, email: string): Promise<UserErasureReport> =>
  withStores(async (context) => {
    const { stores, config } = context;
    await warnOfPaused(context);
    let remains = 'nothing was erased; run it again';
    return withProjector(context, async (signal) => {
      // The workspaces of a user are read from the rows.
      if (!(await waitForRows(stores, signal, [workspacesProjection])))
        throw new Unavailable('projection of workspaces', 'its rows have not caught up: nothing was erased');
      const deps = { events: stores.events, state: stores.state, clock: systemClock, ids: randomIds };
      context.signal.throwIfAborted();
      remains = 'the user is not erased completely; run it again to continue';
      const { workspaces, waysIn } = await eraseMember(deps, email, everyWorkspace(stores.readModels), context.signal);
      remains = 'the user is erased; the rows show it once a projector has run';
      // Before the wait for the rows, after whose interruption the command would not find the user again.
      const filesClean = await purgedState(config);
      if (!filesClean) remains += '; the data leaves the database files when the service stops';
      return { workspaces, waysIn, rowsGone: await waitForRows(stores, signal), filesClean };
    }).catch((error: unknown) => {
      throw error instanceof Interrupted ? new Interrupted(remains) : error;
    });
  });

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const isAllGone = ({ rowsGone, filesClean }: Erased): boolean => rowsGone && filesClean;

type Advice = Readonly<Record<'busy' | 'behind', string>>;

const PERSON: Advice = {
  busy: 'run this again to remove the data from them',
  behind: 'see colophon projections list, and run this again when a projector has brought them up to date',
};
/** Nobody has the address any more, so the command would not find the user again. */
const USER: Advice = {
  busy: 'the data leaves them when the service stops',
  behind: 'they follow once a projector runs',
};

const whatRemains = (erased: Erased, kept: string, { busy, behind }: Advice): string => {
  if (isAllGone(erased)) return `${kept}. Earlier backups still contain the data.`;
  return erased.rowsGone
    ? `A reader kept the database files busy: ${busy}.`
    : `The rows have not caught up yet: ${behind}.`;
};

const printErasure = ({ workspaces, ...erased }: ErasureReport, { line }: Out): void => {
  for (const { workspace, orcid, events, jobEnded } of workspaces) {
    const gone = events === 0 ? 'nothing left to erase' : `${plural(events, 'event')} erased`;
    line(`${orcid}  ${workspace}  ${gone}${jobEnded ? ', ingestion ended' : ''}`);
  }
  line(whatRemains(erased, 'Rows and search terms are gone', PERSON));
};

const printUserErasure = ({ workspaces, waysIn, ...erased }: UserErasureReport, { line }: Out): void => {
  const which = workspaces.length === 0 ? '' : `: ${workspaces.join(', ')}`;
  line(`Ended in ${plural(workspaces.length, 'workspace')}${which}`);
  line(`Removed the address, the name, and sessions, sign-in links and identities (${waysIn})`);
  line(whatRemains(erased, 'Events keep the opaque id', USER));
};

type EraseOptions = { readonly yes: boolean; readonly json?: true };

const confirmed = async <Report extends Erased>(
  who: string,
  { yes, json }: EraseOptions,
  out: Out,
  work: () => Promise<Report>,
  print: (report: Report, out: Out) => void,
): Promise<void> => {
  const question = `Erase all personal data of ${who}? This cannot be undone.`;
  await mustConfirm(out, yes, { question, declined: 'nothing was erased' });
  const report = await work();
  answer(out, json, report, print);
  if (!isAllGone(report)) process.exitCode = FAILED;
};

export const addCommands = (program: Command, run: Run, out: Out): void => {
  program
    .command('people')
    .description('manage people in the catalogue')
    .command('erase')
    .description(
      'permanently erase the personal data of a person: history, rows and search terms; what remains shows "erased"',
    )
    .argument('<id>', 'ORCID iD, or id that begins with p-; all ids of someone who was merged with others are erased')
    .addOption(new Option('-w, --workspace <id>', 'only in this workspace; default: all workspaces'))
    .option('-y, --yes', 'skip the confirmation', false)
    .addHelpText(
      'after',
      examples(
        'colophon people erase 0000-0002-1825-0097',
        'colophon people erase 0000-0002-1825-0097 --workspace library --yes',
      ),
    )
    .action((orcid: string, { workspace, ...options }: EraseOptions & { workspace?: string }) =>
      confirmed(orcid, options, out, () => run(erasePerson, orcid, workspace ?? null), printErasure),
    );
  program
    .command('users')
    .description('manage users of the dashboard')
    .command('erase')
    .description(
      'permanently erase a user: memberships, invitations, sessions, address and name; events keep the opaque id',
    )
    .argument('<email>', 'email address of the invitation or sign-in')
    .option('-y, --yes', 'skip the confirmation', false)
    .addHelpText('after', examples('colophon users erase ada@example.org'))
    .action((email: string, options: EraseOptions) =>
      confirmed(email, options, out, () => run(eraseUser, email), printUserErasure),
    );
};
