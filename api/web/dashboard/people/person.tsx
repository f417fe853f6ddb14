/** The page of a person: fields, affiliations, publications and history. */
import { hasOrcid } from '../../../../domain/person/id.ts';
import { number } from '../../client/format.ts';
import { shownText } from '../../client/localized.ts';
import { api } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { useSaving } from '../../parts/editing/saving.ts';
import { Page, PendingPage } from '../../parts/page.tsx';
import { Notice } from '../../parts/states.tsx';
import { attempt, showToast } from '../../parts/toast.tsx';
import { sayDone } from '../../parts/undo/undo.ts';
import { usePolling } from '../../parts/use-polling.ts';
import { useResource } from '../../parts/use-resource.ts';
import { ExportMenu } from '../exports/menu.tsx';
import { isActive } from '../ingestion/jobs.tsx';
import { here, type PageProps } from '../pages.ts';
import { fieldsetOf } from '../record/fieldset.tsx';
import { RecordHistory } from '../record/history.tsx';
import { withChanges } from '../record/kind.ts';
import { RecordCard } from '../record/record-card.tsx';
import { personFields } from './fields.tsx';
import { useKnown } from './known.ts';
import { words as t } from './generated/words.ts';
import { MergeButtons } from './merge.tsx';
import { LinkedPersonId } from './person-id.tsx';
import { movePerson, readPerson, recordOf, send, type SeenPerson } from './saving.ts';
import { Affiliations, LastIngestion, Publications } from './sections.tsx';

export default function PersonPage({ params }: PageProps) {
  const orcid = params['orcid'] ?? '';
  const parent = { href: here('/people'), label: t('title') };
  const found = useResource<SeenPerson>(`person ${orcid}`, (asking) => readPerson(orcid, asking));
  const { data, failure } = found;
  const again = (): Promise<void> => found.again(true);
  const fields = personFields(orcid);
  const saving = useSaving({
    kind: 'person',
    id: orcid,
    fieldset: fieldsetOf(fields),
    seen: data,
    recordOf,
    send,
    foresee: (changes, sent) => found.set((shown) => withChanges(shown, changes, sent)),
    again,
  });
  const isIngesting = isActive(data?.item.last_ingestion);
  usePolling(isIngesting, again);
  const into = data?.item.merged_into ?? null;
  const known = useKnown(into === null ? [] : [into]);
  if (failure !== null || data === null) return <PendingPage title={orcid} parent={parent} of={found} lines={8} />;
  const { item: person } = data;
  const name = shownText(person.name);
  const isWithout = !hasOrcid(orcid);
  if (into !== null)
    return (
      <Page title={name ?? orcid} parent={parent} lead={<LinkedPersonId id={orcid} />}>
        <Notice>
          {t('is_merged')}{' '}
          <a class="in-text" href={here(`/people/${into}`)}>
            {known.get(into) ?? into}
          </a>
          .
        </Notice>
        <RecordHistory of={{ orcid }} />
      </Page>
    );

  const act = (work: () => Promise<void>): Promise<void> => attempt(work, { then: again });
  const move = (): Promise<void> =>
    act(async () => {
      const archived = !person.archived;
      const sent = await found.foresee(
        (shown, done) => ({ ...shown, item: { ...shown.item, archived }, etag: done?.etag ?? shown.etag }),
        () => movePerson(data),
      );
      sayDone(t(archived ? 'archived_done' : 'restored_done', { name: name ?? orcid }), sent?.cause ?? null);
    });
  const ingest = (): Promise<void> =>
    act(async () => {
      await api('POST /api/ingest', { body: { orcid_ids: [orcid], trigger_source: 'people_page' } });
      showToast({ text: t('ingesting') });
    });

  return (
    <Page
      title={name ?? orcid}
      parent={parent}
      lead={
        <>
          <LinkedPersonId id={orcid} /> · {t('public_count', { count: person.publication_count })}
        </>
      }
      actions={
        <>
          <ExportMenu exported={() => ({ query: { orcid_id: orcid, has_doi: 'all' } })} />
          {!isWithout && (
            <Button icon="download" disabled={isIngesting} onClick={() => void ingest()}>
              {t('ingest_now')}
            </Button>
          )}
          <MergeButtons id={orcid} name={name ?? orcid} />
          <Button icon={person.archived ? 'rotate-ccw' : 'folder'} onClick={() => void move()}>
            {t(person.archived ? 'restore' : 'archive')}
          </Button>
        </>
      }
    >
      {person.archived && <Notice kind="warning">{t('is_archived')}</Notice>}
      <div class="with-aside">
        <RecordCard
          title={t('profile')}
          fields={fields}
          record={recordOf(data)}
          saving={saving}
          canEdit
          of={{ orcid }}
        />
        <div class="stack airy">
          <Affiliations person={person} again={again} />
          {!isWithout && <LastIngestion person={person} name={name} again={again} />}
        </div>
      </div>
      <Publications key={number(person.publication_count)} orcid={orcid} />
      <RecordHistory of={{ orcid }} />
    </Page>
  );
}
