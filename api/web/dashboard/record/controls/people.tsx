/** A control for a list of people by id; they need not be registered. */
import { FindPerson } from '../../people/find-person.tsx';
import { useKnown } from '../../people/known.ts';
import { PersonId } from '../../people/person-id.tsx';
import { PeopleList } from '../../people/people-list.tsx';
import type { Control, EditorProps } from '../control.ts';
import { words as t } from '../generated/words.ts';
import { ListEditor } from './list-editor.tsx';

type Orcids = readonly string[];

const Editor = (props: EditorProps<Orcids>) => {
  const { typed, onTyped } = props;
  const known = useKnown(typed);
  const nameOf = (orcid: string): string => known.get(orcid) ?? orcid;
  return (
    <ListEditor
      {...props}
      nameOf={nameOf}
      one={(orcid) => (
        <span dir="auto">
          {nameOf(orcid)} {known.has(orcid) && <PersonId id={orcid} />}
        </span>
      )}
      add={
        <FindPerson
          label={t('find_person')}
          noMatch={t('no_person')}
          takesAnyone
          taken={typed}
          takenLabel={t('is_added')}
          icon="plus"
          action={t('add')}
          actionFor={(name) => t('add_name', { name })}
          onTake={(orcid) => onTyped([...typed, orcid])}
        />
      }
    />
  );
};

const orcidsIn = (value: unknown): Orcids => (Array.isArray(value) ? (value as Orcids) : []);

export const people = (): Control<Orcids> => ({
  typedFrom: orcidsIn,
  read: (typed) => ({ value: typed }),
  edit: (props) => <Editor {...props} />,
  show: (value) => <PeopleList orcids={orcidsIn(value)} />,
});
