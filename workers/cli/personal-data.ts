/** The commands about personal data: of people in the catalogue, and of users of the dashboard. */
import { Option, type Command } from 'commander';
import { mustConfirm, type Confirmation } from './confirm.ts';
import { jsonOption } from './options.ts';
import { answer, type Out } from './output.ts';
import type { ErasureReport, UpkeepOperations, UserErasureReport } from './upkeep.ts';

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

type Erased = Pick<ErasureReport, 'rowsGone' | 'filesClean'>;

const isAllGone = ({ rowsGone, filesClean }: Erased): boolean => rowsGone && filesClean;

const whatRemains = (erased: Erased, kept: string): string => {
  if (isAllGone(erased)) return `${kept}. Backups made before this hold what they held.`;
  return erased.rowsGone
    ? 'Somebody is reading without a pause: run this again, so that nothing is left in the files.'
    : 'The rows have not followed yet: start a projector, and run this again to make sure.';
};

const printErasure = ({ orcid, workspaces, ...erased }: ErasureReport, { line }: Out): void => {
  for (const { workspace, events, jobEnded } of workspaces) {
    const gone = events === 0 ? 'nothing left to erase' : `${plural(events, 'event')} erased`;
    line(`${orcid}  ${workspace}  ${gone}${jobEnded ? ', ingestion ended' : ''}`);
  }
  line(whatRemains(erased, 'Rows and search terms are gone'));
};

const printUserErasure = ({ workspaces, waysIn, ...erased }: UserErasureReport, { line }: Out): void => {
  const which = workspaces.length === 0 ? '' : `: ${workspaces.join(', ')}`;
  line(`Ended in ${plural(workspaces.length, 'workspace')}${which}`);
  line(`Removed the address, the name, and ${plural(waysIn, 'way')} of signing in`);
  line(whatRemains(erased, 'Events keep the opaque id'));
};

const erasing = (who: string): Confirmation => ({
  question: `Erase all personal data of ${who}? This cannot be undone.`,
  declined: 'nothing was erased',
});

type EraseOptions = { readonly workspace?: string; readonly yes: boolean; readonly json?: true };

export const addPersonalDataCommands = (program: Command, operations: UpkeepOperations, out: Out): void => {
  program
    .command('people')
    .description('the people of the catalogue')
    .command('erase')
    .description('erase the personal data of somebody for good: history, rows and search terms; the rest says "erased"')
    .argument('<orcid>', 'ORCID iD')
    .addOption(new Option('-w, --workspace <id>', 'only in this workspace; default: in all'))
    .option('-y, --yes', 'do not ask', false)
    .addOption(jsonOption())
    .action(async (orcid: string, { workspace, yes, json }: EraseOptions) => {
      await mustConfirm(out, yes, erasing(orcid));
      const report = await operations.erasePerson(orcid, workspace ?? null);
      answer(out, json, report, printErasure);
      if (!isAllGone(report)) process.exitCode = 1;
    });
  program
    .command('users')
    .description('the users of the dashboard')
    .command('erase')
    .description(
      'erase a user for good: memberships, invitations, sessions, address and name; events keep the opaque id',
    )
    .argument('<email>', 'the address that they were invited or signed in by')
    .option('-y, --yes', 'do not ask', false)
    .addOption(jsonOption())
    .action(async (email: string, { yes, json }: Omit<EraseOptions, 'workspace'>) => {
      await mustConfirm(out, yes, erasing(email));
      const report = await operations.eraseUser(email);
      answer(out, json, report, printUserErasure);
      if (!isAllGone(report)) process.exitCode = 1;
    });
};
