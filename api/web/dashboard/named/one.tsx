/** One entity or category: its name, who belongs to it, and its history. */
import { language } from '../../client/i18n.ts';
import { shownText } from '../../client/localized.ts';
import { api, workspace } from '../../client/session.ts';
import { Section } from '../../parts/page.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { within } from '../pages.ts';
import { RecordPage } from '../record/page.tsx';
import type { NamedKind } from './kinds.ts';
import { words as t } from './words.ts';

const SHOWN = 20;

type Props = { readonly kind: NamedKind; readonly id: string };

const People = ({ kind, id }: Props) => {
  const at = workspace.value ?? '';
  const filter = { [kind.filter]: id, active_only: kind.filter === 'entity_id' };
  const found = useResource(`people of ${kind.type} ${id} ${language.value}`, async (signal, inBackground) => {
    const query = { ...filter, per_page: SHOWN, locale: language.value };
    return (await api('GET /api/people', { query, signal, inBackground })).body;
  });
  const total = found.data?.total ?? 0;
  const all = `${within(at, '/people')}?${new URLSearchParams({ [kind.filter]: id }).toString()}`;
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
                    <a class="row-name" href={within(at, `/people/${orcid}`)} dir="auto">
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
