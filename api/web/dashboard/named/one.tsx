/** One entity or category: its name, who belongs to it, and its history. */
import { language } from '../../client/i18n.ts';
import { shownText } from '../../client/localized.ts';
import { Section } from '../../parts/page.tsx';
import { RowName } from '../../parts/row-name.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { here, type PageProps } from '../pages.ts';
import { RecordPage } from '../record/page.tsx';
import { words as t } from './generated/words.ts';
import { kindAt, peoplePath, type NamedKind } from './kinds.ts';

const SHOWN = 20;

const People = ({ kind, id }: { readonly kind: NamedKind; readonly id: string }) => {
  const filter = { [`${kind.type}_id`]: id, active_only: kind.type === 'entity' };
  const found = useAnswer('GET /api/people', { query: { ...filter, per_page: SHOWN, locale: language.value } });
  const total = found.data?.total ?? 0;
  return (
    <Section title={t('people')} aside={total > 0 && <a href={here(peoplePath(kind, id))}>{t('in_list')}</a>}>
      <Loaded of={found} lines={3}>
        {({ people }) => (
          <>
            <p class="card-body muted">{t(`people_of_${kind.type}`, { count: total })}</p>
            {people.length > 0 && (
              <ul class="rows dense">
                {people.map(({ orcid, name }) => (
                  <li key={orcid}>
                    <RowName href={here(`/people/${orcid}`)}>{shownText(name) ?? orcid}</RowName>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
};

export default function NamedPage({ path, params: { id = '' } }: PageProps) {
  const kind = kindAt(path);
  return <RecordPage kind={kind} id={id} aside={() => <People kind={kind} id={id} />} />;
}
