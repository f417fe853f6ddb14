/** A control for a list of people by ORCID iD; they need not be registered. */
import { useState } from 'preact/hooks';
import { parseOrcid } from '../../../../../domain/orcid.ts';
import { language } from '../../../client/i18n.ts';
import { shownText } from '../../../client/localized.ts';
import { api } from '../../../client/session.ts';
import { Button } from '../../../parts/button.tsx';
import { TextField } from '../../../parts/field.tsx';
import { useResource } from '../../../parts/use-resource.ts';
import { useKnown } from '../../people/known.ts';
import { PeopleList } from '../../people/people-list.tsx';
import type { Control, EditorProps } from '../control.ts';
import { words as t } from '../words.ts';
import { ListEditor } from './list-editor.tsx';

type Orcids = readonly string[];

const FOUND = 6;

const orcidIn = (text: string): string | null => {
  try {
    return parseOrcid(text);
  } catch {
    return null;
  }
};

type FindProps = { readonly taken: Orcids; readonly add: (orcid: string) => void };

const Find = ({ taken, add }: FindProps) => {
  const [sought, seek] = useState('');
  const q = sought.trim();
  const { data } = useResource(q.length < 2 ? null : `people to add ${q} ${language.value}`, async (signal) => {
    const query = { q: orcidIn(q) ?? q, per_page: FOUND, locale: language.value };
    const { people } = (await api('GET /api/people', { query, signal })).body;
    return people.map(({ orcid, name }) => ({ orcid, name: shownText(name) ?? orcid }));
  });
  const typed = orcidIn(q);
  const listed = q.length < 2 ? [] : (data ?? []);
  const found =
    typed === null || listed.some(({ orcid }) => orcid === typed) ? listed : [{ orcid: typed, name: typed }, ...listed];
  return (
    <div class="find-person">
      <TextField
        label={t('find_person')}
        type="search"
        placeholder={t('name_or_orcid')}
        autocomplete="off"
        spellcheck={false}
        value={sought}
        onValue={seek}
      />
      <div role="status">
        {data !== null && q.length >= 2 && found.length === 0 && <p class="muted small">{t('no_person')}</p>}
      </div>
      {found.length > 0 && (
        <ul>
          {found.map(({ orcid, name }) => (
            <li key={orcid} class="found-person spread">
              <span>
                {name} {name !== orcid && <span class="muted mono small">{orcid}</span>}
              </span>
              {taken.includes(orcid) ? (
                <span class="muted small">{t('is_added')}</span>
              ) : (
                <Button
                  isSmall
                  icon="plus"
                  aria-label={t('add_name', { name })}
                  onClick={() => {
                    seek('');
                    add(orcid);
                  }}
                >
                  {t('add')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

const Editor = ({ typed, onTyped, ...field }: EditorProps<Orcids>) => {
  const known = useKnown(typed);
  const nameOf = (orcid: string): string => known.get(orcid) ?? orcid;
  return (
    <ListEditor
      {...field}
      entries={typed}
      onEntries={onTyped}
      nameOf={nameOf}
      one={(orcid) => (
        <span dir="auto">
          {nameOf(orcid)} {known.has(orcid) && <span class="muted mono small">{orcid}</span>}
        </span>
      )}
      add={<Find taken={typed} add={(orcid) => onTyped([...typed, orcid])} />}
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
