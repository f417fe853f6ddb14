/** All suggestions as a list, to decide many at once. */
import { useMemo } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Title } from '../../parts/markup.tsx';
import { openSelection } from '../../parts/selection.ts';
import { Table, type Column } from '../../parts/table.tsx';
import { PersonId } from '../people/person-id.tsx';
import type { Known } from '../people/known.ts';
import type { Decision } from './decide.ts';
import { Evidence } from './evidence.tsx';
import { words as t } from './generated/words.ts';
import { appearedIn, nameOf, type Suggestion } from './read.ts';

const columnsWith = (names: Known): readonly Column<Suggestion>[] => [
  {
    id: 'publication',
    label: t('publication'),
    role: 'main',
    cell: (each) => (
      <>
        <Title html={each.title} fallback={t('untitled')} />
        <p class="row-more muted small" dir="auto">
          {appearedIn(each)}
        </p>
        <p class="row-more muted small mono">{each.doi}</p>
      </>
    ),
  },
  {
    id: 'person',
    label: t('person'),
    cell: (each) => (
      <>
        <span class="row-name" dir="auto">
          {nameOf(each)}
        </span>
        <p class="row-more muted small">
          <PersonId id={each.person.orcid} />
        </p>
      </>
    ),
  },
  { id: 'why', label: t('why'), cell: (each) => <Evidence of={each} names={names} /> },
];

type Props = {
  readonly open: readonly Suggestion[];
  readonly names: Known;
  /** Of the decisions being made; null while none are. */
  readonly progress: { readonly done: number; readonly of: number } | null;
  readonly decide: (suggestions: readonly Suggestion[], decision: Decision) => unknown;
};

export const Many = ({ open, names, progress, decide }: Props) => {
  const selection = useMemo(openSelection, []);
  const isBusy = progress !== null;
  const chosen = open.filter(({ key }) => selection.isSelected(key).value);
  const run = (decision: Decision): void => {
    if (chosen.length === 0 || isBusy) return;
    selection.clear();
    void decide(chosen, decision);
  };
  return (
    <>
      <div class="spread">
        <span role="status">
          {progress === null ? t('selected', { count: chosen.length }) : t('deciding', progress)}
        </span>
        {progress !== null && <progress aria-label={t('title')} max={progress.of} value={progress.done} />}
        <span class="actions">
          <Button
            kind="primary"
            icon="check"
            disabled={chosen.length === 0}
            isBusy={isBusy}
            onClick={() => run('accept')}
          >
            {t('accept_selected')}
          </Button>
          <Button icon="x" disabled={chosen.length === 0 || isBusy} onClick={() => run('reject')}>
            {t('reject_selected')}
          </Button>
        </span>
      </div>
      <Table
        caption={t('title')}
        columns={columnsWith(names)}
        rows={open}
        keyOf={({ key }) => key}
        nameOf={(each) => `${each.evidence.name}: ${nameOf(each)}`}
        selection={selection}
      />
    </>
  );
};
