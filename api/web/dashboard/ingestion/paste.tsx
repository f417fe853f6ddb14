/** Queues a pasted list of iDs, after a review of what was found in it. */
import { useState } from 'preact/hooks';
import { newCause } from '../../client/cause.ts';
import { draftOf, dropDraft, keepDraft } from '../../client/drafts.ts';
import { ago } from '../../client/format.ts';
import type { Job } from '../../client/generated/operations.ts';
import { api, me, workspace } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { CheckField, TextArea } from '../../parts/field.tsx';
import { submitting } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { Badge } from '../../parts/states.tsx';
import { attempt, showToast } from '../../parts/toast.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { inChunks } from '../people/known.ts';
import { words as t } from './generated/words.ts';
import { isActive } from './jobs.tsx';
import { pastedIn, type Pasted } from './pasted.ts';

/** The latest job of each iD. */
const useJobs = (orcids: readonly string[]): ReadonlyMap<string, Job> | null => {
  const { data } = useResource(orcids.length === 0 ? null : `pasted ${orcids.join(',')}`, async (asking) => {
    const found = new Map<string, Job>();
    for (const some of inChunks(orcids)) {
      const query = { orcid_ids: some.join(',') };
      const { body } = await api('GET /api/ingest/status', { query, ...asking });
      for (const job of body.statuses) found.set(job.orcid_id, job);
    }
    return found;
  });
  return data;
};

const Known = ({ job }: { readonly job: Job | undefined }) => {
  if (job === undefined) return null;
  if (isActive(job)) return <Badge kind="warning">{t('running')}</Badge>;
  if (job.status === 'none') return <Badge kind="accent">{t('new')}</Badge>;
  const at = job.unchanged_at ?? job.finished_at;
  return at === null ? null : <Badge>{t('ingested_before', { when: ago(at) })}</Badge>;
};

const Review = ({ pasted, jobs }: { readonly pasted: Pasted; readonly jobs: ReadonlyMap<string, Job> | null }) => (
  <ul class="rows dense review">
    {pasted.malformed.map(({ text, problem }) => (
      <li key={text}>
        <span class="mono">{text}</span>
        <Badge kind="danger" icon="circle-alert">
          {t(problem)}
        </Badge>
      </li>
    ))}
    {pasted.valid.map((orcid) => (
      <li key={orcid}>
        <span class="mono">{orcid}</span>
        <span class="actions">
          {pasted.repeated.has(orcid) && <Badge>{t('stands', { count: pasted.repeated.get(orcid) ?? 0 })}</Badge>}
          <Known job={jobs?.get(orcid)} />
        </span>
      </li>
    ))}
  </ul>
);

const summaryOf = ({ valid, repeated, malformed }: Pasted): string => {
  const words = [t('ready', { count: valid.length })];
  if (repeated.size > 0) words.push(t('repeated', { count: repeated.size }));
  if (malformed.length > 0) words.push(t('malformed', { count: malformed.length }));
  return words.join(' · ');
};

export const Paste = ({ queued }: { readonly queued: () => unknown }) => {
  const user = me.value?.user_id ?? '';
  const subject = `ingestion:${workspace.value ?? ''}`;
  const [text, setText] = useState(() => draftOf<string>(user, subject) ?? '');
  const [skipsExisting, setSkips] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const type = (value: string): void => {
    setText(value);
    if (value === '') dropDraft(user, subject);
    else keepDraft(user, subject, value);
  };
  const pasted = pastedIn(text);
  const jobs = useJobs(pasted.valid);
  const ready = pasted.valid.filter((orcid) => {
    const job = jobs?.get(orcid);
    return !isActive(job) && !(skipsExisting && job !== undefined && job.status !== 'none');
  });
  const hasOld = pasted.valid.some((orcid) => (jobs?.get(orcid)?.status ?? 'none') !== 'none');

  const queue = async (): Promise<void> => {
    setBusy(true);
    await attempt(async () => {
      const cause = newCause();
      let [count, skipped] = [0, pasted.valid.length - ready.length];
      for (const orcid_ids of inChunks(ready)) {
        const { body } = await api('POST /api/ingest', { body: { orcid_ids }, cause });
        count += body.queued;
        skipped += body.skipped.length;
      }
      type('');
      const words = [t('queued_jobs', { count })];
      if (skipped > 0) words.push(t('skipped', { count: skipped }));
      showToast({ text: words.join(', ') });
    });
    setBusy(false);
    void queued();
  };

  return (
    <Section title={t('people_title')}>
      <form
        class="card-body form stack airy"
        onSubmit={submitting(() => {
          if (ready.length > 0 && !isBusy) void queue();
        })}
      >
        <TextArea label={t('orcids')} hint={t('orcids_hint')} rows={5} value={text} onValue={type} />
        {text.trim() !== '' && (
          <div class="stack">
            <p class="small" role="status">
              {pasted.valid.length + pasted.malformed.length === 0 ? t('nothing_found') : summaryOf(pasted)}
            </p>
            {pasted.valid.length + pasted.malformed.length > 0 && <Review pasted={pasted} jobs={jobs} />}
          </div>
        )}
        {hasOld && <CheckField label={t('skip_existing')} value={skipsExisting} onValue={setSkips} />}
        <div class="actions">
          {text !== '' && (
            <Button kind="quiet" onClick={() => type('')}>
              {t('clear')}
            </Button>
          )}
          <Button type="submit" kind="primary" isBusy={isBusy} disabled={ready.length === 0}>
            {ready.length === 0 ? t('ingest_none') : t('ingest', { count: ready.length })}
          </Button>
        </div>
      </form>
    </Section>
  );
};
