/** The history of one record, newest first, with undo: an excerpt of the timeline. */
import { useState } from 'preact/hooks';
import type { QueryOf } from '../../client/api.ts';
import { Section } from '../../parts/page.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { eachAlone } from '../activity/causes.ts';
import { EntryView } from '../activity/entry.tsx';
import { UndoDialog } from '../activity/undo/dialog.tsx';
import { WithNames } from '../events/people.tsx';
import { inTimeline, ofCause } from '../events/timeline.ts';
import { words as t } from './generated/words.ts';

const PER_PAGE = 20;
/** Shown while loading. */
const LINES = 4;

/** The timeline filter for the record. */
export type OfRecord = Pick<QueryOf<'GET /api/activity'>, 'subject' | 'subject_type' | 'orcid'>;

export const RecordHistory = ({ of }: { readonly of: OfRecord }) => {
  const [page, turnTo] = useState(1);
  const found = useAnswer('GET /api/activity', { query: { ...of, page, per_page: PER_PAGE, housekeeping: false } });
  const total = found.data?.total ?? 0;
  return (
    <Section title={t('history')} aside={<a href={inTimeline(of)}>{t('in_timeline')}</a>}>
      <WithNames events={found.data?.events ?? []} lines={LINES}>
        <Loaded of={found} lines={LINES}>
          {({ events }) => (
            <ul class="happenings">
              {eachAlone(events).map((entry) => (
                <EntryView key={entry.events[0].id} entry={entry} causeHref={ofCause(entry.id)} hasSubject={false} />
              ))}
            </ul>
          )}
        </Loaded>
        {total > PER_PAGE && (
          <div class="card-body">
            <Pager page={page} perPage={PER_PAGE} total={total} onPage={turnTo} />
          </div>
        )}
        <UndoDialog />
      </WithNames>
    </Section>
  );
};
