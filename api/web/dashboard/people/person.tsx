/** The page of a person: profile, affiliation, publications and last ingestion. */
import { language } from '../../client/i18n.ts';
import { shownText } from '../../client/localized.ts';
import { number, partialDate } from '../../client/format.ts';
import { api, workspace } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { Markup } from '../../parts/markup.tsx';
import { Page, PendingPage, Section } from '../../parts/page.tsx';
import { Badge, Empty, Loaded, Notice } from '../../parts/states.tsx';
import { complain, say } from '../../parts/toast.tsx';
import { sayDone } from '../../parts/undo/undo.ts';
import { usePolling } from '../../parts/use-polling.ts';
import { useResource } from '../../parts/use-resource.ts';
import { JobRow } from '../ingestion/jobs.tsx';
import { linkTo, within, type PageProps } from '../pages.ts';
import { publicationPath } from '../publication/address.ts';
import { Affiliation, Profile } from './profile.tsx';
import { words as t } from './words.ts';

const SHOWN = 20;

const Publications = ({ orcid }: { readonly orcid: string }) => {
  const at = workspace.value ?? '';
  const found = useResource(`publications of ${orcid} ${language.value}`, async (signal, inBackground) => {
    const query = { per_page: SHOWN, locale: language.value };
    const { body } = await api('GET /api/people/{orcid}/publications', {
      params: { orcid },
      query,
      signal,
      inBackground,
    });
    return body;
  });
  const total = found.data?.total ?? 0;
  const all = linkTo(at, '/publications', `?orcid_id=${orcid}`);
  return (
    <Section
      title={t('publications')}
      aside={total > 0 && all !== null && <a href={all}>{t('all_publications', { count: total })}</a>}
    >
      <Loaded of={found} lines={4}>
        {({ publications }) =>
          publications.length === 0 ? (
            <Empty icon="library" title={t('no_publications')} />
          ) : (
            <ul class="rows dense">
              {publications.map(({ id, title, visible, publication_date: date, doi_url: url }) => (
                <li key={id}>
                  <span class="row-text">
                    <a class="row-name" href={linkTo(at, publicationPath(id)) ?? url} dir="auto">
                      <Markup html={title} fallback={id} />
                    </a>{' '}
                    {!visible && <Badge kind="warning">{t('hidden')}</Badge>}
                  </span>
                  {date !== null && <span class="muted small">{partialDate(date)}</span>}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
};

const PersonPage = ({ params }: PageProps) => {
  const orcid = params['orcid'] ?? '';
  const at = workspace.value ?? '';
  const parent = { href: within(at, '/people'), label: t('title') };
  const found = useResource(`person ${orcid}`, (signal, inBackground) =>
    api('GET /api/people/{orcid}', { params: { orcid }, signal, inBackground }),
  );
  const { data, failure, again } = found;
  const job = data?.body.last_ingestion ?? null;
  const isActive = job?.status === 'queued' || job?.status === 'processing';
  usePolling(isActive, () => again(true));
  if (failure !== null || data === null) return <PendingPage title={orcid} parent={parent} of={found} lines={8} />;
  const { body: person, etag } = data;
  const name = shownText(person.name);

  const move = async (verb: 'archive' | 'unarchive'): Promise<void> => {
    try {
      const { cause } = await api(`POST /api/people/{orcid}/${verb}`, { params: { orcid } });
      sayDone(t(verb === 'archive' ? 'archived_done' : 'restored_done', { name: name ?? orcid }), cause);
    } catch (error) {
      complain(error);
    }
    void again(true);
  };
  const ingest = async (): Promise<void> => {
    try {
      await api('POST /api/ingest', { body: { orcid_ids: [orcid], trigger_source: 'people_page' } });
      say({ text: t('ingesting') });
    } catch (error) {
      complain(error);
    }
    void again(true);
  };

  return (
    <Page
      title={name ?? orcid}
      parent={parent}
      lead={
        <>
          <a class="mono" href={`https://orcid.org/${orcid}`} rel="noreferrer">
            {orcid}
          </a>{' '}
          · {t('public_count', { count: person.publication_count })}
        </>
      }
      actions={
        <>
          <Button icon="download" disabled={isActive} onClick={() => void ingest()}>
            {t('ingest_now')}
          </Button>
          {person.archived ? (
            <Button icon="rotate-ccw" onClick={() => void move('unarchive')}>
              {t('restore')}
            </Button>
          ) : (
            <Button icon="folder" onClick={() => void move('archive')}>
              {t('archive')}
            </Button>
          )}
        </>
      }
    >
      {person.archived && <Notice kind="warning">{t('is_archived')}</Notice>}
      <div class="columns wide-first">
        <Profile key={`profile ${etag}`} person={person} etag={etag} again={() => again(true)} />
        <Affiliation key={`affiliation ${etag}`} person={person} etag={etag} again={() => again(true)} />
      </div>
      <Section title={t('last_ingestion')}>
        {job === null ? (
          <p class="card-body muted">{t('never_ingested')}</p>
        ) : (
          <ul class="rows">
            <JobRow job={job} name={name} stuckSince={null} again={() => again(true)} />
          </ul>
        )}
      </Section>
      <Publications key={number(person.publication_count)} orcid={orcid} />
    </Page>
  );
};

export default PersonPage;
