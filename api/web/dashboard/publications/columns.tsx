/** The columns of the list. */
import { computed } from '@preact/signals';
import type { PublicationItem } from '../../client/generated/operations.ts';
import { number, partialDate } from '../../client/format.ts';
import type { IconName } from '../../parts/icon.tsx';
import { Markup } from '../../parts/markup.tsx';
import { RowName } from '../../parts/row-name.tsx';
import { Badge } from '../../parts/states.tsx';
import { agoOf } from '../../parts/time.tsx';
import { sortedBy, type Column } from '../../parts/table.tsx';
import { typeName } from '../csl-types.ts';
import { here } from '../pages.ts';
import { publicationPath } from '../publication/address.ts';
import { identifierInWords } from '../publication/identifiers.ts';
import { publications, type PublicationsView } from './view.ts';
import { words as t } from './generated/words.ts';

/** A row has no room for hundreds of names; the rest are counted. */
const NAMES_SHOWN = 3;

/** The authors of the record; of a record that names none, the people linked to it, such as its editors. */
const namesOf = ({ authors, authors_total: total, person }: PublicationItem): string => {
  const names = authors.length > 0 ? authors : person.map(({ name, orcid }) => name ?? orcid);
  const shown = names.slice(0, NAMES_SHOWN);
  const more = Math.max(total ?? 0, names.length) - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` +${number(more)}` : ''}`;
};

const Source = ({ item }: { readonly item: PublicationItem }) => {
  const names = namesOf(item);
  return (
    <>
      {names}
      {names !== '' && item.container !== null && ' · '}
      {item.container !== null && (
        <cite>
          <Markup html={item.container} fallback="" />
        </cite>
      )}
    </>
  );
};

type Mark = {
  readonly name: Parameters<typeof t>[0];
  readonly kind: 'danger' | 'warning' | 'accent' | 'plain';
  readonly icon?: IconName;
  readonly isOn: (item: PublicationItem) => boolean;
};

/** Where all lack it, saying so of each is noise. */
const isWithoutDoi = ({ doi_url: url }: PublicationItem): boolean =>
  url === null && publications.now.value.has_doi !== 'no';

const MARKS: readonly Mark[] = [
  { name: 'deleted', kind: 'danger', icon: 'trash', isOn: (item) => item.deleted_at !== null },
  { name: 'retracted', kind: 'danger', icon: 'triangle-alert', isOn: (item) => item.is_retracted },
  { name: 'has_drift', kind: 'warning', icon: 'refresh-cw', isOn: (item) => item.has_drift },
  { name: 'check_authors', kind: 'accent', icon: 'user-check', isOn: (item) => item.needs_attention },
  { name: 'hidden', kind: 'warning', icon: 'eye-off', isOn: (item) => !item.visible },
  { name: 'no_doi', kind: 'plain', isOn: isWithoutDoi },
];

const marksOf = (item: PublicationItem) =>
  MARKS.filter(({ isOn }) => isOn(item)).map(({ name, kind, icon }) => (
    <Badge key={name} kind={kind} icon={icon}>
      {t(name)}
    </Badge>
  ));

/** Shown only if they are chosen. */
export const EXTRAS: readonly string[] = ['edit_count', 'fetched', 'doi'];

export const columns = computed((): readonly Column<PublicationItem, PublicationsView['sort']>[] => [
  {
    id: 'title',
    label: t('title_column'),
    sort: 'title',
    role: 'main',
    cell: (item) => (
      <>
        <RowName href={here(publicationPath(item.id))}>
          <Markup html={item.title} fallback={t('untitled')} />
        </RowName>
        <p class="row-more muted small">
          {marksOf(item)}
          <Source item={item} />
        </p>
      </>
    ),
  },
  { id: 'type', label: t('type'), cell: ({ publication_type: type }) => (type === null ? null : typeName(type)) },
  sortedBy('publication_date', { id: 'date', label: t('date') }, partialDate),
  sortedBy('cited_by_count', { id: 'citations', label: t('citations'), align: 'end' }, number),
  sortedBy('last_edited_at', { id: 'edited', label: t('edited'), role: 'aside' }, agoOf),
  sortedBy('edit_count', { id: 'edit_count', label: t('edit_count'), align: 'end', role: 'aside' }, (count) =>
    count === 0 ? null : number(count),
  ),
  sortedBy('last_fetched_at', { id: 'fetched', label: t('fetched'), role: 'aside' }, agoOf),
  {
    id: 'doi',
    label: t('doi'),
    role: 'aside',
    cell: ({ id, doi_url: url }) =>
      url === null ? (
        <span class="muted">{identifierInWords(id) ?? t('no_doi')}</span>
      ) : (
        <a class="mono" href={url} rel="noreferrer">
          {id}
        </a>
      ),
  },
]);
