/** The past affiliations of a person, their publications, and their last ingestion. */
import type { ComponentChildren } from 'preact';
import { day, partialDate } from '../../client/format.ts';
import type { Person } from '../../client/generated/operations.ts';
import { shownText } from '../../client/localized.ts';
import { Markup } from '../../parts/markup.tsx';
import { Section } from '../../parts/page.tsx';
import { RowName } from '../../parts/row-name.tsx';
import { Badge, Empty, Loaded } from '../../parts/states.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { Roles } from '../contributor-roles.tsx';
import { JobRow } from '../ingestion/jobs.tsx';
import { here } from '../pages.ts';
import { publicationPath } from '../publication/address.ts';
import { PastActions } from './past-affiliation.tsx';
import { words as t } from './generated/words.ts';

const SHOWN = 20;

type AffiliationsProps = {
  readonly person: Pick<Person, 'orcid' | 'affiliations'>;
  readonly again: () => unknown;
};

export const Affiliations = ({ person: { orcid, affiliations }, again }: AffiliationsProps) => (
  <Section title={t('affiliations')}>
    {affiliations.length === 0 ? (
      <p class="card-body muted">{t('no_affiliation')}</p>
    ) : (
      <ol class="rows dense">
        {affiliations.map(({ entity_id: id, entity_name: name, status, starts_at: from, ends_at: to }) => (
          <li key={`${id} ${status} ${from} ${to}`}>
            <span class="row-text">
              <RowName href={here(`/entities/${id}`)}>{shownText(name) ?? id}</RowName>{' '}
              {status === 'external' && <Badge>{t('external')}</Badge>}{' '}
              <span class="row-more muted small">
                {to === null ? t('since', { from: day(from) }) : t('from_to', { from: day(from), to: day(to) })}
              </span>
            </span>
            {to !== null && (
              <PastActions
                orcid={orcid}
                past={{ entity_id: id, entity_name: name, status, starts_at: from, ends_at: to }}
                name={shownText(name) ?? id}
                again={again}
              />
            )}
          </li>
        ))}
      </ol>
    )}
  </Section>
);

type IngestionProps = { readonly person: Person; readonly name: string | null; readonly again: () => unknown };

export const LastIngestion = ({ person: { orcid, last_ingestion: job }, name, again }: IngestionProps) => {
  const { data } = useAnswer(job === null ? null : 'GET /api/ingest/status', { query: { orcid_ids: orcid } });
  const unchangedAt = data?.statuses.find(({ id }) => id === job?.id)?.unchanged_at ?? null;
  return (
    <Section title={t('last_ingestion')}>
      {job === null ? (
        <p class="card-body muted">{t('never_ingested')}</p>
      ) : (
        <ul class="rows">
          <JobRow job={{ ...job, unchanged_at: unchangedAt }} name={name} stuckSince={null} again={again} />
        </ul>
      )}
    </Section>
  );
};

type Row = {
  readonly id: string;
  readonly title: string | null;
  readonly path: string;
  readonly mark: ComponentChildren;
  readonly date: string | null;
};

const Rows = ({ rows }: { readonly rows: readonly Row[] }) => (
  <ul class="rows dense">
    {rows.map(({ id, title, path, mark, date }) => (
      <li key={id}>
        <span class="row-text">
          <RowName href={here(path)}>
            <Markup html={title} fallback={id} />
          </RowName>{' '}
          {mark}
        </span>
        {date !== null && <span class="muted small">{partialDate(date)}</span>}
      </li>
    ))}
  </ul>
);

const AllOf = ({ orcid, total }: { readonly orcid: string; readonly total: number }) =>
  total > 0 && <a href={`${here('/publications')}?orcid_id=${orcid}`}>{t('all_publications', { count: total })}</a>;

export const Publications = ({ orcid }: { readonly orcid: string }) => {
  const order = { sort: 'publication_date', dir: 'desc' } as const;
  const query = { ...order, orcid_id: orcid, per_page: SHOWN, citations: false, has_doi: 'all' } as const;
  const found = useAnswer('GET /api/publications', { query });
  return (
    <Section title={t('publications')} aside={<AllOf orcid={orcid} total={found.data?.total ?? 0} />}>
      <Loaded of={found} lines={4}>
        {({ publications }) =>
          publications.length === 0 ? (
            <Empty icon="library" title={t('no_publications')} />
          ) : (
            <Rows
              rows={publications.map(({ id, title, visible, person, publication_date: date }) => ({
                ...{ id, title, date, path: publicationPath(id) },
                mark: (
                  <>
                    <Roles roles={person.find((each) => each.orcid === orcid)?.roles ?? []} />{' '}
                    {!visible && <Badge kind="warning">{t('hidden')}</Badge>}
                  </>
                ),
              }))}
            />
          )
        }
      </Loaded>
    </Section>
  );
};
