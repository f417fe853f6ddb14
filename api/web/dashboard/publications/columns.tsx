/** The columns of the list. */
import type { PublicationItem } from '../../client/generated/operations.ts';
import { number, partialDate } from '../../client/format.ts';
import { marked } from '../../parts/markup.tsx';
import { Badge } from '../../parts/states.tsx';
import { Ago } from '../../parts/time.tsx';
import type { Column } from '../../parts/table.tsx';
import { typeName } from '../csl-types.ts';
import type { PublicationsView } from './view.ts';
import { words as t } from './words.ts';

/** A row has no room for hundreds of names; the rest are counted. */
const NAMES_SHOWN = 3;

const namesOf = ({ person }: PublicationItem): string => {
  const names = person.map(({ name, orcid }) => name ?? orcid);
  const more = names.length - NAMES_SHOWN;
  return `${names.slice(0, NAMES_SHOWN).join(', ')}${more > 0 ? ` +${number(more)}` : ''}`;
};

/** Most rows have none. */
const hasMarks = (item: PublicationItem): boolean =>
  item.deleted_at !== null || item.is_retracted || item.has_drift || item.needs_attention || !item.visible;

const Marks = ({ item }: { readonly item: PublicationItem }) => (
  <>
    {item.deleted_at !== null && (
      <Badge kind="danger" icon="trash">
        {t('deleted')}
      </Badge>
    )}
    {item.is_retracted && (
      <Badge kind="danger" icon="triangle-alert">
        {t('retracted')}
      </Badge>
    )}
    {item.has_drift && (
      <Badge kind="warning" icon="refresh-cw">
        {t('provider_differs')}
      </Badge>
    )}
    {item.needs_attention && (
      <Badge kind="accent" icon="user-check">
        {t('check_authors')}
      </Badge>
    )}
    {!item.visible && (
      <Badge kind="warning" icon="eye-off">
        {t('hidden')}
      </Badge>
    )}
  </>
);

type Choice = Column<PublicationItem, PublicationsView['sort']> & {
  readonly isOptional?: boolean;
  readonly isShownFirst?: boolean;
};

export const columns = (hrefOf: (item: PublicationItem) => string): readonly Choice[] => [
  {
    id: 'title',
    label: t('title_column'),
    sort: 'title',
    role: 'main',
    cell: (item) => (
      <>
        <a class="row-name" href={hrefOf(item)} dir="auto">
          {marked(item.title) ?? t('untitled')}
        </a>
        <p class="row-more muted small">
          {hasMarks(item) && <Marks item={item} />}
          {namesOf(item)}
        </p>
      </>
    ),
  },
  {
    id: 'type',
    label: t('type'),
    isOptional: true,
    isShownFirst: true,
    cell: ({ publication_type: type }) => (type === null ? null : typeName(type)),
  },
  {
    id: 'date',
    label: t('date'),
    sort: 'publication_date',
    isOptional: true,
    isShownFirst: true,
    cell: ({ publication_date: date }) => (date === null ? null : partialDate(date)),
  },
  {
    id: 'citations',
    label: t('citations'),
    sort: 'cited_by_count',
    align: 'end',
    isOptional: true,
    isShownFirst: true,
    cell: ({ cited_by_count: count }) => (count === null ? null : number(count)),
  },
  {
    id: 'edited',
    label: t('edited'),
    sort: 'last_edited_at',
    role: 'aside',
    isOptional: true,
    isShownFirst: true,
    cell: ({ last_edited_at: at }) => (at === null ? null : <Ago ms={at} />),
  },
  {
    id: 'edit_count',
    label: t('edit_count'),
    sort: 'edit_count',
    align: 'end',
    role: 'aside',
    isOptional: true,
    cell: ({ edit_count: count }) => (count === 0 ? null : number(count)),
  },
  {
    id: 'fetched',
    label: t('fetched'),
    sort: 'last_fetched_at',
    role: 'aside',
    isOptional: true,
    cell: ({ last_fetched_at: at }) => (at === null ? null : <Ago ms={at} />),
  },
  {
    id: 'doi',
    label: t('doi'),
    role: 'aside',
    isOptional: true,
    cell: ({ id, doi_url: url }) => (
      <a class="mono" href={url} rel="noreferrer">
        {id}
      </a>
    ),
  },
];
