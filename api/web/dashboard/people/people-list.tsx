/** The people of a record by name, each linked to their page, or to ORCID if not registered. */
import { RowName } from '../../parts/row-name.tsx';
import { here } from '../pages.ts';
import { useKnown } from './known.ts';
import { LinkedPersonId, PersonId } from './person-id.tsx';

/** The name, or the iD if there is none. */
export const PersonName = ({ orcid, name }: { readonly orcid: string; readonly name: string | null }) => (
  <>
    <RowName href={here(`/people/${orcid}`)}>{name ?? orcid}</RowName>
    {name !== null && name !== orcid && (
      <span class="person-orcid">
        <PersonId id={orcid} />
      </span>
    )}
  </>
);

export const PeopleList = ({ orcids }: { readonly orcids: readonly string[] }) => {
  const known = useKnown(orcids);
  return (
    <ul class="people">
      {orcids.map((orcid) => {
        const name = known.get(orcid);
        return (
          <li key={orcid} class="person stack tight">
            <p>{name === undefined ? <LinkedPersonId id={orcid} /> : <PersonName orcid={orcid} name={name} />}</p>
          </li>
        );
      })}
    </ul>
  );
};
