/** The timeline: everything that happened in the workspace, newest first, grouped by cause, with undo. */
import type { AnswerTo } from '../../client/api.ts';
import { day as dayText } from '../../client/format.ts';
import { Button } from '../../parts/button.tsx';
import { LINES, ListingFrame } from '../../parts/listing.tsx';
import { Page } from '../../parts/page.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { WithNames } from '../events/people.tsx';
import { causesIn, daysIn, eachAlone, type Entry } from './causes.ts';
import { ActivityExport } from './export.tsx';
import { EntryView } from './entry.tsx';
import { Filters } from './filters.tsx';
import { words as t } from './generated/words.ts';
import { UndoDialog } from './undo/dialog.tsx';
import { startUndo } from './undo/state.ts';
import { activity, LINKED, requestOf } from './view.ts';

const DAY_MS = 24 * 60 * 60_000;

const dayName = (at: number): string => {
  const key = new Date(at).toDateString();
  if (key === new Date().toDateString()) return t('today');
  return key === new Date(Date.now() - DAY_MS).toDateString() ? t('yesterday') : dayText(at);
};

/** The page with all events of the cause; null if it is the current one. */
const causeHref = ({ id }: Entry): string | null => {
  const { now, whole, hrefOf } = activity;
  return now.value.correlation_id === id ? null : hrefOf({ ...whole(now.value), correlation_id: id });
};

type Found = AnswerTo<'GET /api/activity'>;

type Total = number | null | undefined;

/** The number of events of a cause; undefined while it loads, null if it is unknown. */
const useTotal = (view: typeof activity.defaults, cause: string | null): Total => {
  const query = { ...requestOf(view), correlation_id: cause, page: 1, per_page: 1 };
  const { data, failure, isStale } = useAnswer(cause === null ? null : 'GET /api/activity', { query });
  return cause === null || failure !== null || isStale ? null : data?.total;
};

const isGrouped = (view: typeof activity.defaults): boolean => LINKED.every((name) => view[name] === null);

/** The totals of the causes at the edges of the page, which may have further events on other pages. */
const useTotals = (view: typeof activity.defaults, found: Found | null): ReadonlyMap<string, Total> => {
  const events = found?.events ?? [];
  const several = ({ correlation_id: cause }: Found['events'][number]): string | null =>
    isGrouped(view) && events.filter((each) => each.correlation_id === cause).length > 1 ? cause : null;
  const [first, last] = [events[0], events.at(-1)];
  const before = first === undefined || view.page === 1 ? null : several(first);
  const after = last === undefined || found?.has_more !== true ? null : several(last);
  const [ofBefore, ofAfter] = [useTotal(view, before), useTotal(view, after)];
  return new Map([
    [before ?? '', ofBefore],
    [after ?? '', ofAfter],
  ]);
};

const UndoCause = ({ id }: { readonly id: string }) => (
  <Button icon="undo-2" onClick={() => startUndo({ kind: 'cause', id })}>
    {t('undo_all')}
  </Button>
);

export default function Activity() {
  const view = activity.now.value;
  const { correlation_id: cause } = view;
  const found = useAnswer('GET /api/activity', { query: requestOf(view) });
  const { data, isStale } = found;
  const totals = useTotals(view, data);
  return (
    <Page
      title={t('title')}
      lead={data === null ? t('lead') : t('results', { count: data.total })}
      actions={
        <>
          {cause !== null && <UndoCause id={cause} />}
          <ActivityExport view={view} />
        </>
      }
    >
      <Filters />
      <WithNames events={data?.events ?? []} lines={LINES} isWaiting={[...totals.values()].includes(undefined)}>
        <ListingFrame
          listing={activity}
          of={found}
          none={{ icon: 'activity', title: t('none_yet'), hint: t('none_yet_hint') }}
          noMatch={{ title: t('no_match'), hint: t('no_match_hint') }}
        >
          {({ events }) => (
            <div class={isStale ? 'days stale' : 'days'} aria-busy={isStale || undefined}>
              {daysIn(isGrouped(view) ? causesIn(events) : eachAlone(events)).map(({ key, at, entries }) => (
                <section key={key} class="day stack">
                  <h2 class="muted small">{dayName(at)}</h2>
                  <ul class="card happenings">
                    {entries.map((entry) => (
                      <EntryView
                        key={entry.events[0].id}
                        entry={entry}
                        causeHref={causeHref(entry)}
                        total={totals.get(entry.id)}
                      />
                    ))}
                  </ul>
                </section>
              ))}
            </div>
          )}
        </ListingFrame>
        <UndoDialog />
      </WithNames>
    </Page>
  );
}
