/** A list that was read: its entries, the decisions about them, the import with its progress, and its undo. */
import { useMemo, useState } from 'preact/hooks';
import { number } from '../../client/format.ts';
import { noticeChanges } from '../../client/live.ts';
import { api } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField } from '../../parts/field.tsx';
import { Section } from '../../parts/page.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Alert, failureText, Loaded, Notice } from '../../parts/states.tsx';
import { attempt } from '../../parts/toast.tsx';
import { undoCause } from '../../parts/undo/undo.ts';
import { useAction } from '../../parts/use-action.ts';
import { usePolling } from '../../parts/use-polling.ts';
import { useAnswer } from '../../parts/use-resource.ts';
import { jobErrorText } from '../job-error.ts';
import { Entries } from './entries.tsx';
import { words as t } from './generated/words.ts';
import {
  openDecisions,
  PER_PAGE,
  STATUSES,
  unlessDecided,
  view,
  type Choice,
  type Decisions,
  type Entry,
  type ReferenceList,
  type Status,
} from './list.ts';
import { PeopleToLink, type Chosen } from './people.tsx';

const totalOf = ({ counts, entries }: ReferenceList, status: Status | null): number =>
  status === null ? entries : counts[status];

const StatusFilter = ({ list }: { readonly list: ReferenceList }) => (
  <SelectField<Status | ''>
    label={t('shown')}
    value={view.now.value.status ?? ''}
    options={[
      { value: '', label: t('all_entries', { count: list.entries }) },
      ...STATUSES.map((value) => ({ value, label: t(`count_${value}`, { count: list.counts[value] }) })),
    ]}
    onValue={(status) => view.show({ ...view.now.value, page: 1, status: status === '' ? null : status })}
  />
);

const sameAs = (entry: Entry): Choice => {
  const [first] = entry.candidates;
  return first === undefined ? unlessDecided(entry) : `/${first.id}`;
};

/** For the doubtful entries that are shown. */
const Together = ({ entries, decisions }: { readonly entries: readonly Entry[]; readonly decisions: Decisions }) => {
  const doubtful = entries.filter(({ status, choices }) => status === 'doubtful' && choices.length > 1);
  if (doubtful.length < 2) return null;
  const creatable = doubtful.filter(({ choices }) => choices.includes('new'));
  return (
    <div class="actions" role="group" aria-label={t('decide_together', { count: doubtful.length })}>
      <span class="small muted">{t('decide_together', { count: doubtful.length })}</span>
      <Button isSmall onClick={() => decisions.decide(doubtful, sameAs)}>
        {t('all_same')}
      </Button>
      {creatable.length > 0 && (
        <Button isSmall onClick={() => decisions.decide(creatable, () => 'new')}>
          {t('all_new')}
        </Button>
      )}
      <Button isSmall onClick={() => decisions.decide(doubtful, () => 'skip')}>
        {t('all_left_out')}
      </Button>
    </div>
  );
};

type StartProps = { readonly list: ReferenceList; readonly decisions: Decisions; readonly onStarted: () => unknown };

const Start = ({ list, decisions, onStarted }: StartProps) => {
  const [people, choosePeople] = useState<readonly Chosen[]>([]);
  const { isBusy, failure, run } = useAction(list.id);
  const count = decisions.imported(list.counts.new);
  const { same, error } = list.counts;
  const start = (): Promise<boolean> =>
    run(async () => {
      await api('POST /api/publications/imports/{id}/start', {
        params: { id: list.id },
        body: { decisions: decisions.sent(), person_orcids: people.map(({ orcid }) => orcid) },
      });
      decisions.drop();
      await onStarted();
    });
  const isSomething = count > 0 || same > 0 || decisions.sent().length > 0;
  return (
    <Section title={t('import_title')}>
      <div class="card-body stack airy">
        {error > 0 && <Notice kind="warning">{t('errors_left_out', { count: error })}</Notice>}
        <PeopleToLink people={people} onPeople={choosePeople} />
        <Alert of={failure && failureText(failure)} />
        <div class="actions">
          <Button kind="quiet" onClick={() => view.show({ list: '', status: null, page: 1 })}>
            {t('other_list')}
          </Button>
          <Button kind="primary" isBusy={isBusy} disabled={!isSomething} onClick={() => void start()}>
            {t('import', { count })}
          </Button>
        </div>
      </div>
    </Section>
  );
};

const Progress = ({ list, job }: { readonly list: ReferenceList; readonly job: NonNullable<ReferenceList['job']> }) => {
  const { done, created, changed, unchanged, skipped, refused, status, error } = job;
  const isOver = job.finished_at !== null;
  const parts = [
    t('created', { count: created }),
    ...(changed > 0 ? [t('changed', { count: changed })] : []),
    ...(unchanged > 0 ? [t('unchanged', { count: unchanged })] : []),
    ...(skipped > 0 ? [t('skipped', { count: skipped })] : []),
    ...(refused > 0 ? [t('refused', { count: refused })] : []),
  ];
  return (
    <Section title={t(isOver ? 'imported_title' : 'importing_title')}>
      <div class="card-body stack airy">
        {!isOver && <progress value={done} max={list.entries} aria-label={t('importing_title')} />}
        <p role="status">
          {isOver ? parts.join(', ') : t('progress', { done: number(done), of: number(list.entries) })}
        </p>
        {status === 'failed' && error !== null && <Notice kind="danger">{jobErrorText(error)}</Notice>}
        {isOver && (
          <div class="actions">
            <Button onClick={() => view.show({ list: '', status: null, page: 1 })}>{t('other_list')}</Button>
            {created + changed > 0 && (
              <Button icon="undo-2" onClick={() => void attempt(() => undoCause(list.id, { what: t('import_title') }))}>
                {t('undo_all')}
              </Button>
            )}
          </div>
        )}
      </div>
    </Section>
  );
};

export const ReadList = ({ id }: { readonly id: string }) => {
  const { status, page } = view.now.value;
  const decisions = useMemo(() => openDecisions(id), [id]);
  const found = useAnswer('GET /api/publications/imports/{id}', {
    params: { id },
    query: { page, per_page: PER_PAGE, ...(status !== null && { status }) },
  });
  const isRunning = found.data?.job != null && found.data.job.finished_at === null;
  usePolling(isRunning, () => found.again(true));
  return (
    <Loaded of={found} lines={12}>
      {(list) => (
        <>
          {list.job === null ? (
            <Start
              list={list}
              decisions={decisions}
              onStarted={async () => {
                await found.again(true);
                void noticeChanges();
              }}
            />
          ) : (
            <Progress list={list} job={list.job} />
          )}
          <div class="toolbar actions open">
            <StatusFilter list={list} />
            {list.job === null && <Together entries={list.results} decisions={decisions} />}
          </div>
          <Entries entries={list.results} decisions={list.job === null ? decisions : null} isStale={found.isStale} />
          <Pager
            page={page}
            perPage={PER_PAGE}
            total={totalOf(list, status)}
            onPage={(to) => {
              view.show({ ...view.now.value, page: to });
              scrollTo({ top: 0, behavior: 'instant' });
            }}
          />
        </>
      )}
    </Loaded>
  );
};
