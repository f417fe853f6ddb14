/** The entries of a list, the status of each, and what to do with it. */
import { useMemo } from 'preact/hooks';
import { Markup, Title } from '../../parts/markup.tsx';
import { plainText } from '../../parts/markup-parser.ts';
import { SelectField } from '../../parts/field.tsx';
import { Badge } from '../../parts/states.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { typeName } from '../csl-types.ts';
import { here } from '../pages.ts';
import { publicationPath } from '../publication/address.ts';
import { words as t } from './generated/words.ts';
import type { Choice, Decisions, Entry } from './list.ts';
import { ProblemText } from './problem.tsx';

const STATUS_BADGE = { new: 'accent', same: 'plain', doubtful: 'warning', error: 'danger' } as const;
const OUTCOME_BADGE = {
  created: 'good',
  changed: 'good',
  unchanged: 'plain',
  skipped: 'plain',
  refused: 'warning',
} as const;

type Described = Pick<Entry, 'type' | 'year' | 'names'>;
const SHOWN_NAMES = 3;

const detailsOf = ({ type, year, names }: Described): string =>
  [
    names.length === 0 ? null : `${names.slice(0, SHOWN_NAMES).join('; ')}${names.length > SHOWN_NAMES ? ' …' : ''}`,
    year === null ? null : String(year),
    type === null ? null : typeName(type),
  ]
    .filter((part) => part !== null)
    .join(' · ');

const nameOf = ({ title, label, n }: Entry): string =>
  title === null ? (label ?? t('entry_number', { n })) : plainText(title);

const Candidates = ({ entry: { candidates, status } }: { readonly entry: Entry }) => (
  <ul class="stack tight small">
    {candidates.map((candidate) => (
      <li key={candidate.id}>
        {t(status === 'same' ? 'is_the_same' : 'may_be')}{' '}
        <a href={here(publicationPath(candidate.id))}>
          <Title html={candidate.title} fallback={candidate.id} />
        </a>{' '}
        <span class="muted">{detailsOf(candidate)}</span>{' '}
        {candidate.deleted && <Badge kind="warning">{t('deleted')}</Badge>}
      </li>
    ))}
  </ul>
);

const Described = ({ entry }: { readonly entry: Entry }) => {
  const { title, label, line, problem, repeats, candidates, doi } = entry;
  return (
    <div class="stack tight">
      <p class="row-name" dir="auto">
        <Markup html={title} fallback={label ?? t('untitled')} />
      </p>
      <p class="muted small">
        {[detailsOf(entry), doi, t('on_line', { line })].filter((part) => part !== null && part !== '').join(' · ')}
      </p>
      {problem !== null && (
        <p class="field-error small">
          <span>
            {t('on_line', { line: problem.line })}: <ProblemText {...problem} />
          </span>
        </p>
      )}
      {repeats !== null && <p class="small">{t('repeats', { n: repeats })}</p>}
      {candidates.length > 0 && <Candidates entry={entry} />}
    </div>
  );
};

const optionsOf = ({
  choices,
  candidates,
  doi,
}: Entry): readonly { readonly value: Choice; readonly label: string }[] => [
  ...(choices.includes('new') ? [{ value: 'new' as const, label: t(doi === null ? 'as_new' : 'as_new_by_doi') }] : []),
  ...(choices.includes('same')
    ? candidates.map(({ id, title, deleted }) => ({
        value: `/${id}` as const,
        label: t(deleted ? 'as_restored' : 'as_same', { title: title === null ? id : plainText(title) }),
      }))
    : []),
  { value: 'skip', label: t('leave_out') },
];

/** Reads its own decision, so that the others are not rendered again. */
const Decision = ({ entry, decisions }: { readonly entry: Entry; readonly decisions: Decisions }) => {
  const options = optionsOf(entry);
  if (options.length < 2) return <span class="muted small">{t('leave_out')}</span>;
  return (
    <SelectField<Choice>
      label={t('decide', { name: nameOf(entry) })}
      hidesLabel
      value={decisions.choiceOf(entry)}
      options={options}
      onValue={(choice) => decisions.decide([entry], () => choice)}
    />
  );
};

const Result = ({ entry: { result, problem } }: { readonly entry: Entry }) => {
  if (result === null) return <span class="muted small">{t('waiting')}</span>;
  const { outcome, id, reason, code } = result;
  return (
    <div class="stack tight">
      <span>
        <Badge kind={OUTCOME_BADGE[outcome]}>{t(`outcome_${outcome}`)}</Badge>{' '}
        {id !== null && <a href={here(publicationPath(id))}>{t('show')}</a>}
      </span>
      {reason !== null && (
        <span class="muted small">
          <ProblemText code={code} message={reason} field={problem?.field} />
        </span>
      )}
    </div>
  );
};

type Props = {
  readonly entries: readonly Entry[];
  /** Null once the import is started: then the results are shown. */
  readonly decisions: Decisions | null;
  readonly isStale: boolean;
};

export const Entries = ({ entries, decisions, isStale }: Props) => {
  const columns = useMemo(
    (): readonly Column<Entry>[] => [
      { id: 'entry', label: t('entry'), role: 'main', cell: (entry) => <Described entry={entry} /> },
      {
        id: 'status',
        label: t('status'),
        cell: ({ status }) => <Badge kind={STATUS_BADGE[status]}>{t(`status_${status}`)}</Badge>,
      },
      decisions === null
        ? { id: 'result', label: t('result'), cell: (entry) => <Result entry={entry} /> }
        : {
            id: 'decision',
            label: t('decision'),
            cell: (entry) => <Decision entry={entry} decisions={decisions} />,
          },
    ],
    [decisions],
  );
  return (
    <Table caption={t('entries')} columns={columns} rows={entries} keyOf={({ n }) => String(n)} isStale={isStale} />
  );
};
