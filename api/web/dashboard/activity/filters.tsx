/** The filters of the timeline. */
import { inOrder } from '../../client/format.ts';
import { me } from '../../client/session.ts';
import { CheckField } from '../../parts/field.tsx';
import { FilterField, FixedFilter, Toolbar } from '../../parts/toolbar.tsx';
import { EVENT_TYPES, eventName } from '../events/naming.ts';
import { activity, ACTOR_TYPES, SEVERITIES, STATUSES } from './view.ts';
import { words as t } from './words.ts';

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

/** By record or cause. */
const LinkedFilters = () => (
  <>
    {(['doi', 'orcid', 'subject', 'correlation_id'] as const).map((name) => {
      const value = now.value[name];
      if (value === null) return null;
      return (
        <FixedFilter key={name} onRemove={() => narrow({ [name]: null })}>
          {name === 'correlation_id' ? t('cause_filter') : t('record_filter', { record: value })}
        </FixedFilter>
      );
    })}
  </>
);

export const Filters = () => {
  const view = now.value;
  const actions = EVENT_TYPES.map((value) => ({ value, label: eventName(value) }));
  return (
    <Toolbar listing={activity} search={t('search')}>
      <FilterField
        label={t('action')}
        any={t('any_action')}
        value={view.event_type}
        options={actions.sort((one, other) => inOrder(one.label, other.label))}
        nameOf={eventName}
        onValue={(event_type) => narrow({ event_type })}
      />
      <FilterField
        label={t('actor')}
        any={t('any_actor')}
        value={view.actor}
        options={[
          { value: me.value?.user_id ?? '', label: t('by_me') },
          ...ACTOR_TYPES.map((value) => ({ value, label: t(`by_${value}`) })),
        ]}
        nameOf={(actor) => t('actor_filter', { actor })}
        onValue={(actor) => narrow({ actor })}
      />
      <FilterField
        label={t('status')}
        any={t('any_status')}
        value={view.status}
        options={STATUSES.map((value) => ({ value, label: t(value) }))}
        onValue={(status) => narrow({ status })}
      />
      <FilterField
        label={t('severity')}
        any={t('any_severity')}
        value={view.severity}
        options={SEVERITIES.map((value) => ({ value, label: t(value) }))}
        onValue={(severity) => narrow({ severity })}
      />
      <DayFilter name="from" />
      <DayFilter name="to" />
      <LinkedFilters />
      <CheckField
        label={t('housekeeping')}
        isChecked={view.housekeeping === 'true'}
        onChange={(isOn) => narrow({ housekeeping: isOn ? 'true' : 'false' })}
      />
    </Toolbar>
  );
};
