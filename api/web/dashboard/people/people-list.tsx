/** People of a record by name, each with a link to their page, or to ORCID where they are not registered. */
import { here } from '../pages.ts';
import { useKnown } from './known.ts';

export const PeopleList = ({ orcids }: { readonly orcids: readonly string[] }) => {
  const known = useKnown(orcids);
  return (
    <ul class="people">
      {orcids.map((orcid) => {
        const name = known.get(orcid);
        return (
          <li key={orcid} class="person stack tight">
            <p>
              {name === undefined ? (
                <a class="mono" href={`https://orcid.org/${orcid}`} rel="noreferrer">
                  {orcid}
                </a>
              ) : (
                <>
                  <a class="row-name" href={here(`/people/${orcid}`)} dir="auto">
                    {name}
                  </a>
                  {name !== orcid && <span class="muted mono small person-orcid">{orcid}</span>}
                </>
              )}
            </p>
          </li>
        );
      })}
    </ul>
  );
};
