/** The current affiliation of a person: the entity, the status, the start, and the end if it has ended. */
import { useRef } from 'preact/hooks';
import { day, dayOf, startOfDay } from '../../client/format.ts';
import type { Person } from '../../client/generated/operations.ts';
import { isFields, type Value } from '../../parts/editing/value.ts';
import { choicesOf, SelectField, TextField } from '../../parts/field.tsx';
import { Badge } from '../../parts/states.tsx';
import type { Control, EditorProps } from '../record/control.ts';
import { words as t } from './generated/words.ts';
import { useNamed } from './named.ts';

/** Days in the reader's time zone, such as `2026-01-31`. */
export type Affiliated = {
  readonly entity_id: string;
  readonly status: 'org' | 'external';
  /** Null: from now on. */
  readonly since: string | null;
  /** It has ended. */
  readonly until?: string;
};

type Typed = Pick<Affiliated, 'entity_id' | 'status'> & {
  readonly since: string;
  readonly until: string;
  /** The recorded affiliation: its start can be corrected, and it can end. */
  readonly isPresent: boolean;
};

const EARLIEST = '1970-01-02';

export const affiliatedNow = (affiliation: Person['affiliation']): Affiliated | null =>
  affiliation === null
    ? null
    : { entity_id: affiliation.entity_id, status: affiliation.status, since: dayOf(affiliation.starts_at) };

/** What to send; days that were not edited keep their time of day. */
export const affiliationWrite = (present: Person['affiliation'], { entity_id, status, since, until }: Affiliated) => {
  const isPresent = present?.entity_id === entity_id && present.status === status;
  const isKept = isPresent && (since === null || since === dayOf(present.starts_at));
  const starts_at = since === null ? undefined : startOfDay(since);
  const began = isKept ? present.starts_at : (starts_at ?? 0);
  const isMoved = !isKept && starts_at !== undefined;
  return {
    query: {
      ...(isMoved && isPresent && { corrects: true }),
      ...(until !== undefined && { ends_at: Math.max(began, startOfDay(until)) }),
    },
    body: { entity_id, status, ...(isMoved && { starts_at }) },
  };
};

const valueIn = (value: Value): Affiliated | null => (isFields(value) ? (value as Affiliated) : null);

const Editor = ({ typed, onTyped, label, hint, error }: EditorProps<Typed>) => {
  const { entities, entityName } = useNamed();
  const { entity_id: entity, status, since, until, isPresent } = typed;
  const isListed = entity === '' || entities.some(({ value }) => value === entity);
  const opened = useRef(typed).current;
  /** Another affiliation has its own days; choosing the recorded one again restores its days. */
  const another = (change: Partial<Typed>): void => {
    const next = { ...typed, since: '', until: '', isPresent: false, ...change };
    onTyped(next.entity_id === opened.entity_id && next.status === opened.status ? opened : next);
  };
  return (
    <div class="affiliation actions" role="group" aria-label={label}>
      <SelectField
        label={t('entity')}
        hint={entities.length === 0 ? t('no_entities') : hint}
        error={error}
        value={entity}
        options={[
          ...(entity === '' ? [{ value: '', label: t('choose_entity') }] : []),
          ...entities,
          ...(isListed ? [] : [{ value: entity, label: entityName(entity) }]),
        ]}
        onValue={(entity_id) => another({ entity_id })}
      />
      <SelectField
        label={t('status')}
        value={status}
        options={choicesOf({ org: t('of_org'), external: t('of_external') })}
        onValue={(next) => another({ status: next })}
      />
      <TextField
        label={t('from_day')}
        type="date"
        hint={isPresent ? undefined : t('from_day_hint')}
        value={since}
        onValue={(next) => onTyped({ ...typed, since: next })}
      />
      {isPresent && (
        <TextField
          label={t('until_day')}
          type="date"
          hint={t('until_day_hint')}
          value={until}
          onValue={(next) => onTyped({ ...typed, until: next })}
        />
      )}
    </div>
  );
};

const Shown = ({ entity_id: entity, status, since, until }: Affiliated) => (
  <>
    {useNamed().entityName(entity)} {status === 'external' && <Badge>{t('external')}</Badge>}{' '}
    {since !== null && (
      <span class="muted small">
        {until === undefined
          ? t('since', { from: day(startOfDay(since)) })
          : t('from_to', { from: day(startOfDay(since)), to: day(startOfDay(until)) })}
      </span>
    )}
  </>
);

export const affiliation = (): Control<Typed> => ({
  typedFrom: (value) => {
    const { entity_id = '', status = 'org', since = null, until = '' } = valueIn(value) ?? {};
    return { entity_id, status, since: since ?? '', until, isPresent: entity_id !== '' };
  },
  read: ({ entity_id, status, since, until }) => {
    if (entity_id === '') return { value: null };
    if (since !== '' && since < EARLIEST) return { problem: 'bad_start' };
    if (until !== '' && (until < since || until > dayOf(Date.now()))) return { problem: 'bad_end' };
    return { value: { entity_id, status, since: since === '' ? null : since, ...(until !== '' && { until }) } };
  },
  edit: (props) => <Editor {...props} />,
  show: (value) => {
    const shown = valueIn(value);
    return shown === null ? null : <Shown {...shown} />;
  },
});
