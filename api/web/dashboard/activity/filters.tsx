/** The filters of the timeline. */
import { inOrder } from '../../client/format.ts';
import { me } from '../../client/session.ts';
import { CheckField } from '../../parts/field.tsx';
import { Filter, FixedFilter, Toolbar } from '../../parts/toolbar.tsx';
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
      <Filter
        listing={activity}
        by="actor"
        label={t('actor')}
        any={t('any_actor')}
        options={[
          { value: me.value?.user_id ?? '', label: t('by_me') },
          ...ACTOR_TYPES.map((value) => ({ value, label: t(`by_${value}`) })),
        ]}
        nameOf={(actor) => t('actor_filter', { actor })}
      />
      <Filter listing={activity} by="status" label={t('status')} any={t('any_status')} options={named(STATUSES)} />
      <Filter
        listing={activity}
        by="severity"
        label={t('severity')}
        any={t('any_severity')}
        options={named(SEVERITIES)}
      />
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
