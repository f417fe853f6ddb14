/** One person: the profile, where they belong, what they published, and how their last ingestion went. */
import { language } from '../../client/i18n.ts';
import { number, partialDate } from '../../client/format.ts';
import { api, workspace } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { Markup } from '../../parts/markup.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Badge, Empty, Failed, Notice, Skeleton } from '../../parts/states.tsx';
import { complain, say } from '../../parts/toast.tsx';
import { undoing } from '../../parts/undo.ts';
import { useResource } from '../../parts/use-resource.ts';
import { JobRow, usePolling } from '../ingestion/jobs.tsx';
import { linkTo, within, type PageProps } from '../pages.ts';
import { publicationPath } from '../publication/address.ts';
import { Affiliation, Profile } from './profile.tsx';
import { shownText } from './texts.ts';
import { words as t } from './words.ts';

const SHOWN = 20;

const Publications = ({ orcid }: { readonly orcid: string }) => {
  const at = workspace.value ?? '';
  const { data, failure, again } = useResource(
    `publications of ${orcid} ${language.value}`,
    async (signal, inBackground) => {
      const query = { per_page: SHOWN, locale: language.value };
      const { body } = await api('GET /api/people/{orcid}/publications', {
        params: { orcid },
        query,
        signal,
        inBackground,
      });
      return body;
    },
  );
  const all = linkTo(at, '/publications', `?orcid_id=${orcid}`);
  return (
    <Section
      title={t('publications')}
      aside={
        data !== null &&
        data.total > 0 &&
        all !== null && <a href={all}>{t('all_publications', { count: data.total })}</a>
      }
    >
      {failure !== null && <Failed failure={failure} again={again} />}
      {failure === null && data === null && <Skeleton lines={4} />}
      {data !== null && data.total === 0 && <Empty icon="library" title={t('no_publications')} />}
      {data !== null && data.total > 0 && (
        <ul class="rows dense">
          {data.publications.map(({ id, title, visible, publication_date: date, doi_url: url }) => (
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
      )}
    </Section>
  );
};

const PersonPage = ({ params }: PageProps) => {
  const orcid = params['orcid'] ?? '';
  const at = workspace.value ?? '';
  const parent = { href: within(at, '/people'), label: t('title') };
  const { data, failure, again } = useResource(`person ${orcid}`, (signal, inBackground) =>
    api('GET /api/people/{orcid}', { params: { orcid }, signal, inBackground }),
  );
  const job = data?.body.last_ingestion ?? null;
  const isActive = job?.status === 'queued' || job?.status === 'processing';
  usePolling(isActive, () => again(true));
  if (failure !== null || data === null)
    return (
      <Page title={orcid} parent={parent}>
        {failure === null ? <Skeleton lines={8} /> : <Failed failure={failure} again={again} />}
      </Page>
    );
  const { body: person, etag } = data;
  const name = shownText(person.name);

  const move = async (verb: 'archive' | 'unarchive'): Promise<void> => {
    try {
      const { cause } = await api(`POST /api/people/{orcid}/${verb}`, { params: { orcid } });
      const text = t(verb === 'archive' ? 'archived_done' : 'restored_done', { name: name ?? orcid });
      say({ text, ...(cause !== null && { action: undoing(cause, () => again(true)) }) });
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
