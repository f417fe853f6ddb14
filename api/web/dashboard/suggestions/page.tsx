/** The inbox of suggestions: people who may be the authors of publications, decided one by one or many at once. */
import { useState } from 'preact/hooks';
import { newCause } from '../../client/cause.ts';
import { number } from '../../client/format.ts';
import { language } from '../../client/i18n.ts';
import { oneOf, optionalText, queryCodec } from '../../client/query.ts';
import { openView } from '../../client/view.ts';
import { Button } from '../../parts/button.tsx';
import { plainText } from '../../parts/markup-parser.ts';
import { Icon } from '../../parts/icon.tsx';
import { words as common } from '../../parts/generated/words.ts';
import { Page } from '../../parts/page.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { showFailure, showToast } from '../../parts/toast.tsx';
import { undoing } from '../../parts/undo/undo.ts';
import { useResource } from '../../parts/use-resource.ts';
import { FindPerson } from '../people/find-person.tsx';
import { useKnown, type Known } from '../people/known.ts';
import { decideAll, type Decision } from './decide.ts';
import { words as t } from './generated/words.ts';
import { Many } from './many.tsx';
import { One } from './one.tsx';
import { nameOf, readInbox, type Suggestion } from './read.ts';

const VIEWS = ['one', 'list'] as const;
const { now, hrefOf, show } = openView(queryCodec({ view: oneOf(VIEWS, 'one'), person: optionalText() }));

type Keys = ReadonlySet<string>;

const without = (keys: Keys, gone: readonly Suggestion[]): Keys =>
  new Set([...keys].filter((key) => !gone.some((each) => each.key === key)));

const useInbox = (person: string | null) => {
  const found = useResource(`suggestions ${person ?? ''} ${language.value}`, (asking) => readInbox(person, asking));
  const { data, again } = found;
  /** Decided here, even if the last answer still lists them. */
  const [decided, setDecided] = useState<Keys>(new Set());
  const [progress, setProgress] = useState<{ readonly done: number; readonly of: number } | null>(null);

  const decide = async (suggestions: readonly Suggestion[], decision: Decision): Promise<void> => {
    const cause = newCause();
    setDecided((keys) => new Set([...keys, ...suggestions.map(({ key }) => key)]));
    const of = suggestions.length;
    if (of > 1) setProgress({ done: 0, of });
    const outcome = await decideAll(suggestions, decision, {
      cause,
      progressed: (done) => of > 1 && setProgress({ done, of }),
    });
    setProgress(null);
    if (outcome.failure !== null) {
      setDecided((keys) => without(keys, outcome.failed));
      showFailure(outcome.failure);
    }
    const back = async (): Promise<void> => {
      await again(true);
      setDecided((keys) => without(keys, suggestions));
    };
    const [first] = outcome.done;
    if (first !== undefined) {
      const values = { count: outcome.done.length, name: nameOf(first) };
      const what = t(decision === 'accept' ? 'accepted' : 'rejected', values);
      showToast({ text: what, action: undoing(cause, { what, then: back }) });
    }
    await again(true);
  };

  const open = data?.open.filter(({ key }) => !decided.has(key)) ?? [];
  return { found, open, progress, decide };
};

type OneByOneProps = Pick<ReturnType<typeof useInbox>, 'open' | 'decide'> & {
  readonly names: Known;
  readonly skipped: Keys;
  readonly setSkipped: (next: Keys) => void;
};

const OneByOne = ({ open, names, decide, skipped, setSkipped }: OneByOneProps) => {
  const left = open.filter(({ key }) => !skipped.has(key));
  const [current] = left;
  if (current === undefined)
    return (
      <Empty
        icon="inbox"
        title={t('all_skipped', { count: open.length })}
        actions={<Button onClick={() => setSkipped(new Set())}>{t('start_over')}</Button>}
      />
    );
  return (
    <>
      <One
        suggestion={current}
        names={names}
        decide={(decision) => decide([current], decision)}
        hrefOf={now.value.person === null ? (person) => hrefOf({ ...now.value, person }) : null}
        skip={() => setSkipped(new Set([...skipped, current.key]))}
      />
      <p class="muted small" role="status">
        <span class="unseen">
          {t('suggestion_of', { name: nameOf(current) })} {plainText(current.title ?? t('untitled'))}.{' '}
        </span>
        {t('left', { left: left.length, skipped: skipped.size })}
      </p>
    </>
  );
};

export default function Suggestions() {
  const { view: shown, person } = now.value;
  const { found, open, progress, decide } = useInbox(person);
  const names = useKnown([
    ...(person === null ? [] : [person]),
    ...(found.data?.open.flatMap(({ evidence }) => evidence.co_authors) ?? []),
  ]);
  const [skipped, setSkipped] = useState<Keys>(new Set());
  const content = () => {
    if (open.length === 0 && (progress === null || shown === 'one'))
      return (
        <Empty icon="circle-check" title={t('none_left')}>
          {t('none_left_hint')}
        </Empty>
      );
    return shown === 'list' ? (
      <Many {...{ open, names, progress, decide }} />
    ) : (
      <OneByOne {...{ open, names, decide, skipped, setSkipped }} />
    );
  };
  return (
    <Page
      title={t('title')}
      lead={open.length === 0 ? null : t('open', { count: open.length })}
      isWide={shown === 'list'}
      actions={
        <Tabs label={t('view')} values={VIEWS} current={shown} hrefOf={(view) => hrefOf({ ...now.value, view })}>
          {(each) => t(each)}
        </Tabs>
      }
    >
      {person === null ? (
        (found.data?.open.length ?? 0) > 0 && (
          <div class="person-filter">
            <FindPerson
              label={t('of_person')}
              noMatch={t('no_person')}
              taken={[]}
              takenLabel=""
              icon="list-filter"
              action={t('choose')}
              actionFor={(name) => t('choose_named', { name })}
              onTake={(orcid) => show({ ...now.value, person: orcid })}
            />
          </div>
        )
      ) : (
        <p>
          <a class="button" href={hrefOf({ ...now.value, person: null })} title={common('remove_filter')}>
            <Icon name="x" />
            {t('only', { name: names.get(person) ?? person })}
          </a>
        </p>
      )}
      <Loaded of={found} lines={8}>
        {({ more }) => (
          <>
            {content()}
            {more > 0 && <p class="muted small">{t('more', { count: more, shown: number(open.length) })}</p>}
          </>
        )}
      </Loaded>
    </Page>
  );
}
