/** The filters of the timeline. */
import { keysOf } from '../../../../domain/own.ts';
import { dayOf, inOrder } from '../../client/format.ts';
import { me } from '../../client/session.ts';
import { CheckField, SelectField } from '../../parts/field.tsx';
import { Filter, FixedFilter, Toolbar } from '../../parts/toolbar.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { EVENT_TYPES, eventName } from '../events/naming.ts';
import { words as t } from './generated/words.ts';
import { activity, ACTOR_TYPES, LINKED, SEVERITIES, STATUSES } from './view.ts';

const { now, narrow } = activity;

const DayFilter = ({ name }: { readonly name: 'from' | 'to' }) => (
  <label class="day-filter line">
    <span class="muted small">{t(name)}</span>
    <input
      class="control"
      type="date"
      value={now.value[name] ?? ''}
      onChange={({ currentTarget: { value: day } }) => narrow({ [name]: day === '' ? null : day })}
    />
  </label>
);

const named = <T extends Parameters<typeof t>[0]>(values: readonly T[]) =>
  values.map((value) => ({ value, label: t(value) }));

const DAY_MS = 24 * 60 * 60_000;

const daysAgo = (count: number): string => dayOf(Date.now() - count * DAY_MS);

const PERIODS = {
  today: () => ({ from: daysAgo(0), to: daysAgo(0) }),
  yesterday: () => ({ from: daysAgo(1), to: daysAgo(1) }),
  last_7_days: () => ({ from: daysAgo(6), to: daysAgo(0) }),
} as const;

type Period = keyof typeof PERIODS | 'any_time' | 'own_days';

/** Sets both days. */
const PeriodFilter = () => {
  const { from, to } = now.value;
  const known = keysOf(PERIODS).find((name) => PERIODS[name]().from === from && PERIODS[name]().to === to);
  const own: Period = from === null && to === null ? 'any_time' : 'own_days';
  const current = known ?? own;
  const offered: readonly Period[] = ['any_time', ...keysOf(PERIODS), ...(current === 'own_days' ? [current] : [])];
  return (
    <SelectField<Period>
      label={t('period')}
      hidesLabel
      value={current}
      options={named(offered)}
      onValue={(chosen) => {
        if (chosen === 'any_time') narrow({ from: null, to: null });
        else if (chosen !== 'own_days') narrow(PERIODS[chosen]());
      }}
    />
  );
};

const ActorFilter = () => {
  const { data } = useAnswer('GET /api/activity/actors', {});
  const reader = me.value?.user_id ?? '';
  const colleagues = (data?.actors ?? []).filter(({ id }) => id !== reader);
  return (
    <Filter
      listing={activity}
      by="actor"
      label={t('actor')}
      any={t('any_actor')}
      options={[
        { value: reader, label: t('by_me') },
        ...colleagues.map(({ id, label }) => ({ value: id, label: t('actor_filter', { actor: label }) })),
        ...ACTOR_TYPES.map((value) => ({ value, label: t(`by_${value}`) })),
      ]}
      nameOf={(actor) => t('actor_filter', { actor })}
    />
  );
};

export const Filters = () => {
  const actions = EVENT_TYPES.map((value) => ({ value, label: eventName(value) }));
  return (
    <Toolbar listing={activity} search={t('search')}>
      <Filter
        listing={activity}
        by="event_type"
        label={t('action')}
        any={t('any_action')}
        options={actions.sort((one, other) => inOrder(one.label, other.label))}
        nameOf={eventName}
      />
      <ActorFilter />
      <Filter listing={activity} by="status" label={t('status')} any={t('any_status')} options={named(STATUSES)} />
      <Filter
        listing={activity}
        by="severity"
        label={t('severity')}
        any={t('any_severity')}
        options={named(SEVERITIES)}
      />
      <PeriodFilter />
      <DayFilter name="from" />
      <DayFilter name="to" />
      {LINKED.map((name) => (
        <FixedFilter key={name} listing={activity} by={name}>
          {(value) => (name === 'correlation_id' ? t('cause_filter') : t('record_filter', { record: value }))}
        </FixedFilter>
      ))}
      <CheckField
        label={t('housekeeping')}
        value={now.value.housekeeping === 'true'}
        onValue={(isOn) => narrow({ housekeeping: isOn ? 'true' : 'false' })}
      />
    </Toolbar>
  );
};
