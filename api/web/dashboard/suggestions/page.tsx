/** Suggestions: people whose name is that of an author, to be accepted or rejected, one by one or by the hundred. */
import { computed } from '@preact/signals';
import { useState } from 'preact/hooks';
import { number } from '../../client/format.ts';
import { language } from '../../client/i18n.ts';
import { oneOf, queryCodec } from '../../client/query.ts';
import { address } from '../../client/router.ts';
import { api } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Failed, Skeleton } from '../../parts/states.tsx';
import { complain, say } from '../../parts/toast.tsx';
import { undoing } from '../../parts/undo.ts';
import { useResource } from '../../parts/use-resource.ts';
import { useNames } from '../people/names.ts';
import { decideAll, type Decision } from './decide.ts';
import { Many } from './many.tsx';
import { One } from './one.tsx';
import { readInbox, type Suggestion } from './read.ts';
import { words as t } from './words.ts';

const VIEWS = ['one', 'list'] as const;
const codec = queryCodec({ view: oneOf(VIEWS, 'one') });
const view = computed(() => codec.read(address.value.searchParams).view);

const without = (keys: ReadonlySet<string>, gone: readonly Suggestion[]): ReadonlySet<string> =>
  new Set([...keys].filter((key) => !gone.some((each) => each.key === key)));

const useInbox = () => {
  const { data, failure, again } = useResource(`suggestions ${language.value}`, (signal, inBackground) =>
    readInbox(api, language.value, { signal, inBackground }),
  );
  /** Decided here, whatever the last answer still lists. */
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const [progress, setProgress] = useState<{ readonly done: number; readonly of: number } | null>(null);

  const decide = async (suggestions: readonly Suggestion[], decision: Decision): Promise<void> => {
    const cause = crypto.randomUUID();
    setDecided((keys) => new Set([...keys, ...suggestions.map(({ key }) => key)]));
    const of = suggestions.length;
    if (of > 1) setProgress({ done: 0, of });
    const outcome = await decideAll(api, suggestions, decision, {
      cause,
      progressed: (done) => of > 1 && setProgress({ done, of }),
    });
    setProgress(null);
    if (outcome.failure !== null) {
      setDecided((keys) => without(keys, outcome.failed));
      complain(outcome.failure);
    }
    const back = async (): Promise<void> => {
      await again(true);
      setDecided((keys) => without(keys, suggestions));
    };
    if (outcome.done.length > 0)
      say({
        text: t(decision === 'accept' ? 'accepted' : 'rejected', { count: outcome.done.length }),
        action: undoing(cause, back),
      });
    await again(true);
  };

  const open = data?.open.filter(({ key }) => !decided.has(key)) ?? [];
  return { data, failure, again, open, progress, decide };
};

const Suggestions = () => {
  const { data, failure, again, open, progress, decide } = useInbox();
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  const names = useNames();
  const left = open.filter(({ key }) => !skipped.has(key));
  const [current] = left;
  const shown = view.value;
  return (
    <Page
      title={t('title')}
      lead={open.length === 0 ? undefined : t('open', { count: open.length })}
      isWide={shown === 'list'}
      actions={
        <nav class="tabs" aria-label={t('view')}>
          {VIEWS.map((each) => (
            <a
              key={each}
              href={`${address.value.pathname}${codec.write({ view: each })}`}
              aria-current={each === shown ? 'true' : undefined}
            >
              {t(each)}
            </a>
          ))}
        </nav>
      }
    >
      {failure !== null && <Failed failure={failure} again={again} />}
      {failure === null && data === null && <Skeleton lines={8} />}
      {failure === null && data !== null && open.length === 0 && progress === null && (
        <Empty icon="circle-check" title={t('none_left')}>
          {t('none_left_hint')}
        </Empty>
      )}
      {failure === null && data !== null && shown === 'list' && (open.length > 0 || progress !== null) && (
        <Many open={open} isBusy={progress !== null} progress={progress} decide={decide} />
      )}
      {failure === null && shown === 'one' && current !== undefined && (
        <>
          <One
            suggestion={current}
            names={names}
            decide={(decision) => decide([current], decision)}
            skip={() => setSkipped((keys) => new Set([...keys, current.key]))}
          />
          <div class="under-card">
            <p class="muted small" role="status">
              {t('left', { left: left.length, skipped: skipped.size })}
            </p>
          </div>
        </>
      )}
      {failure === null && shown === 'one' && current === undefined && open.length > 0 && (
        <Empty
          icon="inbox"
          title={t('all_skipped', { count: open.length })}
          actions={<Button onClick={() => setSkipped(new Set())}>{t('start_over')}</Button>}
        />
      )}
      {data !== null && data.more > 0 && (
        <p class="muted small">{t('more', { count: data.more, shown: number(open.length) })}</p>
      )}
    </Page>
  );
};

export default Suggestions;
