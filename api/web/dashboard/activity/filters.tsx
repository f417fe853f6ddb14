/** What narrows the timeline: a search as it is typed, and filters that show when they are on. */
import { useState } from 'preact/hooks';
import { inOrder, number } from '../../client/format.ts';
import { me } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { CheckField, SelectField, TextField } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useTyped } from '../../parts/use-typed.ts';
import { EVENT_TYPES, eventName } from './naming.ts';
import {
  activityView,
  ACTOR_TYPES,
  filtersIn,
  narrowed,
  SEVERITIES,
  STATUSES,
  withoutFilters,
  type ActivityView,
} from './view.ts';
import { words as t } from './words.ts';

type Props = {
  readonly view: ActivityView;
  readonly show: (next: ActivityView, replace?: boolean) => void;
};

const Search = ({ view, show }: Props) => {
  // Each word of a search is not a place to go back to.
  const [typed, type] = useTyped(view.q, (q) => show(narrowed(view, { q }), true));
  return (
    <search class="search-box">
      <Icon name="search" />
      <TextField
        label={t('search')}
        hidesLabel
        type="search"
        placeholder={t('search')}
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onValue={type}
      />
    </search>
  );
};

/** A choice of the address that is not among the usual ones is one all the same. */
const withOwn = <T extends string>(values: readonly T[], own: string | null): readonly string[] => [
  ...new Set<string>([...values, ...(own === null ? [] : [own])]),
];

const ActionFilter = ({ view, show }: Props) => {
  const named = withOwn(EVENT_TYPES, view.event_type).map((value) => ({ value, label: eventName(value) }));
  return (
    <SelectField
      label={t('action')}
      hidesLabel
      value={view.event_type ?? ''}
      options={[
        { value: '', label: t('any_action') },
        ...[...named].sort((one, other) => inOrder(one.label, other.label)),
      ]}
      onValue={(type) => show(narrowed(view, { event_type: type === '' ? null : type }))}
    />
  );
};

const ActorFilter = ({ view, show }: Props) => {
  const own = me.value?.user_id ?? '';
  const labelOf = (value: string): string => {
    if (value === own) return t('by_me');
    const type = ACTOR_TYPES.find((known) => known === value);
    return type === undefined ? t('actor_filter', { actor: value }) : t(`by_${type}`);
  };
  return (
    <SelectField
      label={t('actor')}
      hidesLabel
      value={view.actor ?? ''}
      options={[
        { value: '', label: t('any_actor') },
        ...withOwn([own, ...ACTOR_TYPES], view.actor).map((value) => ({ value, label: labelOf(value) })),
      ]}
      onValue={(actor) => show(narrowed(view, { actor: actor === '' ? null : actor }))}
    />
  );
};

const DayFilter = ({ view, show, name }: Props & { readonly name: 'from' | 'to' }) => (
  <label class="day-filter">
    <span class="muted small">{t(name)}</span>
    <input
      class="control"
      type="date"
      value={view[name] ?? ''}
      onChange={(event) => {
        const day = event.currentTarget.value;
        show(narrowed(view, { [name]: day === '' ? null : day }));
      }}
    />
  </label>
);

/** Filters that links set: one record, or one cause. */
const Fixed = ({ view, show }: Props) => (
  <>
    {(['doi', 'orcid', 'subject', 'correlation_id'] as const).map((name) => {
      const value = view[name];
      if (value === null) return null;
      return (
        <Button
          key={name}
          icon="x"
          title={t('remove_filter')}
          onClick={() => show(narrowed(view, { [name]: activityView.defaults[name] }))}
        >
          {name === 'correlation_id' ? t('cause_filter') : t('record_filter', { record: value })}
        </Button>
      );
    })}
  </>
);

export const Filters = ({ view, show }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const count = filtersIn(view);
  return (
    <div class={isOpen ? 'toolbar open' : 'toolbar'}>
      <Search view={view} show={show} />
      <div class="toolbar-opener">
        <Button icon="list-filter" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {count === 0 ? t('filters') : `${t('filters')} (${number(count)})`}
        </Button>
      </div>
      <ActionFilter view={view} show={show} />
      <ActorFilter view={view} show={show} />
      <SelectField
        label={t('status')}
        hidesLabel
        value={view.status}
        options={(['any', ...STATUSES] as const).map((value) => ({
          value,
          label: value === 'any' ? t('any_status') : t(value),
        }))}
        onValue={(status) => show(narrowed(view, { status }))}
      />
      <SelectField
        label={t('severity')}
        hidesLabel
        value={view.severity}
        options={(['any', ...SEVERITIES] as const).map((value) => ({
          value,
          label: value === 'any' ? t('any_severity') : t(value),
        }))}
        onValue={(severity) => show(narrowed(view, { severity }))}
      />
      <DayFilter view={view} show={show} name="from" />
      <DayFilter view={view} show={show} name="to" />
      <Fixed view={view} show={show} />
      <CheckField
        label={t('housekeeping')}
        isChecked={view.housekeeping === 'true'}
        onChange={(isOn) => show(narrowed(view, { housekeeping: isOn ? 'true' : 'false' }))}
      />
      {(count > 0 || view.q !== '') && (
        <Button kind="quiet" onClick={() => show(withoutFilters(view))}>
          {t('clear_filters')}
        </Button>
      )}
    </div>
  );
};
