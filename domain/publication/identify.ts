/** Staff say which entry of the record a linked person is, so that its iD says so from then on. */
import { fieldsChanged } from '../changes/between.ts';
import type { CslItem, CslName } from '../csl.ts';
import { NAME_FIELDS } from '../csl-schema.ts';
import { fold } from '../decider.ts';
import { Refused } from '../errors.ts';
import { orcidAddress, orcidAt } from '../orcid.ts';
import { hasOrcid } from '../person/id.ts';
import { nameOfPerson } from '../person-name.ts';
import { mustBeWithin } from '../record/bounds.ts';
import { fieldsOf, merge } from '../record/overlay.ts';
import { shortened } from '../shortened.ts';
import { settleAttention } from './attention.ts';
import { listedName, namesIn } from './authors.ts';
import type { PublicationCommand } from './commands.ts';
import { edit } from './edit.ts';
import type { PublicationEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { rematch } from './repair.ts';
import { openDoubts, type Present } from './state.ts';

type Identified = Extract<PublicationCommand, { readonly type: 'IdentifyContributor' }>;

const mustBeLinked = ({ links }: Present, orcid: string): void => {
  if (!Object.hasOwn(links, orcid))
    throw new Refused('not_found', 'person_not_linked', `${orcid} is not linked to this publication`, {
      field: 'orcid',
      accepted: 'the ORCID iD of a linked person',
    });
  if (!hasOrcid(orcid))
    throw new Refused('conflict', 'no_orcid', 'an entry of the record can only name a person by their ORCID iD', {
      field: 'orcid',
      accepted: 'the ORCID iD of a linked person',
    });
};

const withoutOrcid = ({ ORCID: _iD, ...name }: CslName): CslName => name;

const entryAt = (names: readonly CslName[], entry: number, orcid: string): CslName => {
  const name = names[entry];
  if (name === undefined)
    throw new Refused('not_found', 'entry_not_found', 'the list has no such entry', {
      field: 'entry',
      accepted: `the zero-based place of one of its ${names.length} entries`,
    });
  if (name.ORCID !== undefined && orcidAt(name.ORCID) !== orcid)
    throw new Refused('conflict', 'entry_of_another', 'this entry has the ORCID iD of another person', {
      field: 'entry',
      accepted: 'an entry without an ORCID iD',
    });
  return name;
};

const newEntry = (orcid: string, { people }: Identified['matching']): CslName => {
  const [name] = people.find((person) => person.orcid === orcid)?.names ?? [];
  if (name === undefined)
    throw new Refused('conflict', 'person_without_name', 'no name of this person is known', {
      field: 'entry',
      accepted: 'the place of an entry of the record',
    });
  return nameOfPerson(name);
};

/** Other entries of the same list lose the iD, and so do those of other lists whose name is in doubt. */
const identified = (state: Present, { orcid, role, entry, matching }: Identified): CslItem => {
  const record = merge(state);
  const doubts = openDoubts(state).filter((doubt) => doubt.orcid === orcid && doubt.reason === 'other_name');
  const inDoubt = new Set(doubts.flatMap(({ names = [] }) => names));
  const names = namesIn(record, role);
  const chosen = entry === null ? newEntry(orcid, matching) : entryAt(names, entry, orcid);
  const place = entry ?? names.length;
  const cleared = [...NAME_FIELDS].flatMap((list) => {
    const isWrong = (name: CslName): boolean =>
      name.ORCID !== undefined &&
      orcidAt(name.ORCID) === orcid &&
      (list === role || inDoubt.has(shortened(listedName(name))));
    const listed = namesIn(record, list);
    return listed.some(isWrong) ? [[list, listed.map((name) => (isWrong(name) ? withoutOrcid(name) : name))]] : [];
  });
  const without: CslItem = { ...record, ...(Object.fromEntries(cleared) as Partial<CslItem>) };
  const list = [...namesIn(without, role)];
  list[place] = { ...chosen, ORCID: orcidAddress(orcid) };
  return { ...without, [role]: list };
};

/** The edit, the match after it, and that the link is right if the name of the entry is still none of theirs. */
export const identify = (state: Present, command: Identified): readonly PublicationEvent[] => {
  mustBeLinked(state, command.orcid);
  const [before, after] = [merge(state), identified(state, command)];
  const changes = fieldsChanged(fieldsOf(before), fieldsOf(after));
  mustBeWithin(changes, before, after);
  const then = (from: Present, events: readonly PublicationEvent[]): Present =>
    fold({ initial: from, evolve }, events) as Present;
  const edited = edit(state, { changes });
  const matched = rematch(then(state, edited), command.matching);
  const left = then(state, [...edited, ...matched]);
  const settled = openDoubts(left).filter(({ orcid }) => orcid === command.orcid);
  return [...edited, ...matched, ...settleAttention(left, { settled, open: [] })];
};
