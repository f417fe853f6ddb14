/** The people who are linked to everything that a list has. */
import { IconButton } from '../../parts/button.tsx';
import { FindPerson } from '../people/find-person.tsx';
import { words as t } from './generated/words.ts';

export type Chosen = { readonly orcid: string; readonly name: string };

type Props = { readonly people: readonly Chosen[]; readonly onPeople: (people: readonly Chosen[]) => void };

export const PeopleToLink = ({ people, onPeople }: Props) => (
  <div class="stack">
    {people.length > 0 && (
      <ul class="stack tight">
        {people.map(({ orcid, name }) => (
          <li key={orcid} class="spread">
            <span>
              {name} <span class="muted mono small">{orcid}</span>
            </span>
            <IconButton
              icon="x"
              label={t('do_not_link', { name })}
              onClick={() => onPeople(people.filter((each) => each.orcid !== orcid))}
            />
          </li>
        ))}
      </ul>
    )}
    <FindPerson
      label={t('link_to')}
      noMatch={t('no_person_found')}
      taken={people.map(({ orcid }) => orcid)}
      takenLabel={t('is_chosen')}
      icon="plus"
      action={t('link')}
      actionFor={(name) => t('link_name', { name })}
      onTake={(orcid, name) => onPeople([...people, { orcid, name }])}
    />
  </div>
);
