/** The commands that erase personal data of people in the catalogue and of dashboard users. */
import { Option, type Command } from 'commander';
import { mustConfirm } from './confirm.ts';
import { answer, type Out } from './output.ts';
import type { Erased, ErasureReport, UpkeepOperations, UserErasureReport } from './upkeep.ts';

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

const printErasure = ({ orcid, workspaces, ...erased }: ErasureReport, { line }: Out): void => {
  for (const { workspace, events, jobEnded } of workspaces) {
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

const erase = async <Report extends Erased>(
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
  if (!isAllGone(report)) process.exitCode = 1;
};

export const addPersonalDataCommands = (program: Command, operations: UpkeepOperations, out: Out): void => {
  program
    .command('people')
    .description('manage people in the catalogue')
    .command('erase')
    .description(
      'permanently erase the personal data of a person: history, rows and search terms; what remains shows "erased"',
    )
    .argument('<orcid>', 'ORCID iD')
    .addOption(new Option('-w, --workspace <id>', 'only in this workspace; default: all workspaces'))
    .option('-y, --yes', 'skip the confirmation', false)
    .action((orcid: string, { workspace, ...options }: EraseOptions & { workspace?: string }) =>
      erase(orcid, options, out, () => operations.erasePerson(orcid, workspace ?? null), printErasure),
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
    .action((email: string, options: EraseOptions) =>
      erase(email, options, out, () => operations.eraseUser(email), printUserErasure),
    );
};
