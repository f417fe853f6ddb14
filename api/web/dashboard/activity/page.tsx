/** Everything that happened in the workspace, newest first: what came of one cause is one entry, and can be undone. */
import { computed } from '@preact/signals';
import { day as dayText } from '../../client/format.ts';
import { address, navigate } from '../../client/router.ts';
import { api } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Empty, Failed, Skeleton } from '../../parts/states.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { causesIn, daysIn, type Entry } from './causes.ts';
import { EntryView } from './entry.tsx';
import { Filters } from './filters.tsx';
import { UndoDialog } from './undo/dialog.tsx';
import { UndoProgress } from './undo/progress.tsx';
import { startUndo } from './undo/state.ts';
import { activityView, filtersIn, narrowed, requestOf, withoutFilters, type ActivityView } from './view.ts';
import { words as t } from './words.ts';

const view = computed(() => activityView.read(address.value.searchParams));

const hrefOf = (next: ActivityView): string => `${address.value.pathname}${activityView.write(next)}`;

const show = (next: ActivityView, replace = false): void => navigate(hrefOf(next), { replace });

const Nothing = ({ now }: { readonly now: ActivityView }) =>
  now.q === '' && filtersIn(now) === 0 ? (
    <Empty icon="activity" title={t('none_yet')}>
      {t('none_yet_hint')}
    </Empty>
  ) : (
    <Empty
      icon="search"
      title={t('no_match')}
      actions={<Button onClick={() => show(withoutFilters(now))}>{t('clear_filters')}</Button>}
    >
      {t('no_match_hint')}
    </Empty>
  );

const DAY_MS = 24 * 60 * 60_000;

const dayName = (at: number): string => {
  const key = new Date(at).toDateString();
  if (key === new Date().toDateString()) return t('today');
  return key === new Date(Date.now() - DAY_MS).toDateString() ? t('yesterday') : dayText(at);
};

/** All that came of a cause, whatever the filters; none where that is what is shown. */
const causeHref = (now: ActivityView, { id }: Entry): string | null =>
  now.correlation_id === id ? null : hrefOf({ ...withoutFilters(now), correlation_id: id });

const UndoCause = ({ id }: { readonly id: string }) => (
  <Button icon="undo-2" onClick={() => startUndo({ kind: 'cause', id })}>
    {t('undo_all')}
  </Button>
);

const Activity = () => {
  const now = view.value;
  const query = requestOf(now);
  const { data, failure, isStale, again } = useResource(
    `activity ${JSON.stringify(query)}`,
    async (signal, inBackground) => (await api('GET /api/activity', { query, signal, inBackground })).body,
  );
  // Of one cause, each event is an entry: that is what its reader came to see.
  const entries =
    now.correlation_id === null
      ? causesIn(data?.events ?? [])
      : (data?.events ?? []).map((event): Entry => ({ id: event.correlation_id, events: [event] }));
  return (
    <Page
      title={t('title')}
      lead={data === null ? t('lead') : t('results', { count: data.total })}
      actions={now.correlation_id === null ? undefined : <UndoCause id={now.correlation_id} />}
    >
      <Filters view={now} show={show} />
      <UndoProgress onDone={again} />
      {failure !== null && <Failed failure={failure} again={again} />}
      {failure === null && data === null && <Skeleton lines={12} />}
      {failure === null && data !== null && data.total === 0 && <Nothing now={now} />}
      {failure === null && data !== null && data.total > 0 && (
        <>
          <div class={isStale ? 'days stale' : 'days'} aria-busy={isStale || undefined}>
            {daysIn(entries).map(({ key, at, entries: ofDay }) => (
              <section key={key} class="day">
                <h2>{dayName(at)}</h2>
                <ul class="card happenings">
                  {ofDay.map((entry) => (
                    <EntryView key={entry.events[0].id} entry={entry} causeHref={causeHref(now, entry)} />
                  ))}
                </ul>
              </section>
            ))}
          </div>
          <Pager
            page={now.page}
            perPage={now.per_page}
            total={data.total}
            onPage={(page) => show({ ...now, page })}
            onPerPage={(per_page) => show(narrowed(now, { per_page }))}
          />
        </>
      )}
      <UndoDialog onDone={again} />
    </Page>
  );
};

export default Activity;
