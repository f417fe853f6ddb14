/** The progress of a tool's run, read from the timeline: it continues on the server when the page is closed. */
import { useEffect } from 'preact/hooks';
import { number } from '../../client/format.ts';
import { Button } from '../../parts/button.tsx';
import { followedJobs } from '../../parts/followed-jobs.tsx';
import { Notice } from '../../parts/states.tsx';
import { Ago } from '../../parts/time.tsx';
import { usePolling } from '../../parts/use-polling.ts';
import { useAnswer } from '../../parts/use-resource.ts';
import { words as t } from './generated/words.ts';

/** The tools, with the event that ends each one's run. */
const ENDED_BY = {
  repair: 'AuthorLinksRepaired',
  clear: 'StuckJobsCleared',
  clean: 'TimelineCleaned',
  reset: 'DataReset',
} as const;

export type ToolName = keyof typeof ENDED_BY;

type Run = {
  /** The correlation id. */
  readonly id: string;
  readonly tool: ToolName;
  /** The number of changes in the preview. */
  readonly size: number;
  /** Epoch ms. */
  readonly startedAt: number;
};

/** The reader's own runs, also after a reload. */
export const runs = followedJobs<Run>('site tools');

type Props = {
  readonly run: Run;
  readonly onEnded: (hasFailed: boolean) => void;
  /** The run may have stopped; opens a preview of the rest. */
  readonly onRest: () => void;
};

const STALLED_MS = 60_000;

export const Progress = ({ run: { id, tool, size, startedAt }, onEnded, onRest }: Props) => {
  const { data, again } = useAnswer('GET /api/activity', { query: { correlation_id: id, per_page: 1 } });
  usePolling(true, () => again(true));
  const last = data?.events[0];
  const hasEnded = last?.event_type === ENDED_BY[tool];
  useEffect(() => {
    if (hasEnded) onEnded(last?.status === 'failed');
  }, [hasEnded]);
  const done = Math.min(data?.total ?? 0, size);
  const isStalled = data !== null && Date.now() - Math.max(startedAt, last?.occurred_at ?? 0) > STALLED_MS;
  return (
    <div>
      <p>
        {t('running', { done: number(done), of: number(size) })}{' '}
        <span class="muted small">
          <Ago ms={startedAt} />
        </span>
      </p>
      <progress value={done} max={size} aria-label={t('progress')} />
      {isStalled ? (
        <div role="status">
          <Notice kind="warning">{t('stalled')}</Notice>
        </div>
      ) : (
        <p class="muted small">{t('running_hint')}</p>
      )}
      <span class="actions">
        {isStalled && (
          <Button isSmall icon="eye" onClick={onRest}>
            {t('show_rest')}
          </Button>
        )}
        <Button isSmall kind="quiet" onClick={() => runs.forget(id)}>
          {t('stop_following')}
        </Button>
      </span>
    </div>
  );
};
