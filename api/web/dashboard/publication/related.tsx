/** The works that a publication is related to, in the catalogue and elsewhere. Renders nothing if there are none. */
import type { AnswerTo } from '../../client/api.ts';
import type { Publication } from '../../client/generated/operations.ts';
import { partialDate } from '../../client/format.ts';
import { Markup } from '../../parts/markup.tsx';
import { Section } from '../../parts/page.tsx';
import { RowName } from '../../parts/row-name.tsx';
import { Badge } from '../../parts/states.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { typeName } from '../csl-types.ts';
import { here } from '../pages.ts';
import { publicationPath } from './address.ts';
import { words as t } from './generated/words.ts';
import { identifierInWords } from './identifiers.ts';
import { namedWork, relationWord } from './relations.ts';

type Related = AnswerTo<'GET /api/publications/{id}/related'>['related'][number];

const Elsewhere = ({ id_type: type, id, url }: Related) => {
  const name = namedWork(type ?? 'other', id);
  return (
    <p class="breakable">
      {url === null ? (
        name
      ) : (
        <a href={url} rel="noreferrer">
          {name}
        </a>
      )}
    </p>
  );
};

const InCatalogue = ({ record }: { readonly record: NonNullable<Related['record']> }) => {
  const { id, title, publication_type: type, publication_date: date, visible, deleted_at: deletedAt } = record;
  const known = [type && typeName(type), date && partialDate(date), identifierInWords(id) ?? id];
  return (
    <>
      <p class="breakable">
        <RowName href={here(publicationPath(id))}>
          <Markup html={title} fallback={id} />
        </RowName>
      </p>
      <p class="muted small breakable">{known.filter(Boolean).join(' · ')}</p>
      {(!visible || deletedAt !== null) && (
        <p class="actions">
          {!visible && (
            <Badge kind="warning" icon="eye-off">
              {t('hidden')}
            </Badge>
          )}
          {deletedAt !== null && (
            <Badge kind="danger" icon="trash">
              {t('deleted')}
            </Badge>
          )}
        </p>
      )}
    </>
  );
};

export const RelatedWorks = ({ publication: { id } }: { readonly publication: Publication }) => {
  const { data } = useAnswer('GET /api/publications/{id}/related', { params: { id } });
  if (data === null || data.related.length === 0) return null;
  return (
    <Section title={t('related')}>
      <ul class="people">
        {data.related.map((each) => (
          <li key={`${each.type} ${each.id_type ?? ''} ${each.id}`} class="person stack tight">
            <p class="muted small">{relationWord(each.type)}</p>
            {each.record === null ? <Elsewhere {...each} /> : <InCatalogue record={each.record} />}
          </li>
        ))}
      </ul>
      {data.has_more && <p class="card-body muted small">{t('more_related')}</p>}
    </Section>
  );
};
