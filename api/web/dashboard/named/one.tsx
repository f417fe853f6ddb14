/** One entity or category: its name, who belongs to it, and its history. */
import { language } from '../../client/i18n.ts';
import { shownText } from '../../client/localized.ts';
import { Section } from '../../parts/page.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { here } from '../pages.ts';
import { RecordPage } from '../record/page.tsx';
import type { NamedKind } from './kinds.ts';
import { words as t } from './words.ts';

const SHOWN = 20;

type Props = { readonly kind: NamedKind; readonly id: string };

const People = ({ kind, id }: Props) => {
  const filter = { [kind.filter]: id, active_only: kind.filter === 'entity_id' };
  const found = useAnswer('GET /api/people', { query: { ...filter, per_page: SHOWN, locale: language.value } });
  const total = found.data?.total ?? 0;
  const all = `${here('/people')}?${new URLSearchParams({ [kind.filter]: id }).toString()}`;
  return (
    <Section title={t('people')} aside={total > 0 && <a href={all}>{t('in_list')}</a>}>
      <Loaded of={found} lines={3}>
        {({ people }) => (
          <>
            <p class="card-body muted">{t(kind.says.peopleOf, { count: total })}</p>
            {people.length > 0 && (
              <ul class="rows dense">
                {people.map(({ orcid, name }) => (
                  <li key={orcid}>
                    <a class="row-name" href={here(`/people/${orcid}`)} dir="auto">
                      {shownText(name) ?? orcid}
                    </a>
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

export const NamedPage = ({ kind, id }: Props) => (
  <RecordPage
    kind={kind}
    id={id}
    lead={() => <span class="mono">{id}</span>}
    aside={() => <People kind={kind} id={id} />}
  />
);
