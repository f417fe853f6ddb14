/** The use of a partner's key: a chart by day, and the latest requests. */
import { useState } from 'preact/hooks';
import { instant, number, partialDate } from '../../client/format.ts';
import type { AnswerTo } from '../../client/api.ts';
import type { LoadOptions } from '../../client/resource.ts';
import { api } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { Section } from '../../parts/page.tsx';
import { StackedBars } from '../../parts/stacked-bars.tsx';
import { Badge, Failed, Loaded } from '../../parts/states.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useResource } from '../../parts/use-resource.ts';
import { ofCause } from '../events/timeline.ts';
import type { Partner } from './kinds.tsx';
import { words as t } from './generated/words.ts';

type Days = Partner['uses_by_day'];
type UsesPage = AnswerTo<'GET /api/site-tools/api-keys/{keyHash}/uses'>;
type Use = UsesPage['uses'][number];

export const sumOf = (days: Days, which: 'admitted' | 'refused'): number =>
  days.reduce((sum, day) => sum + day[which], 0);

/** The chart as text: the total, and the busiest day. */
const inWords = (days: Days): string => {
  const busiest = days.reduce((most, day) => (day.admitted > most.admitted ? day : most));
  const said = [
    t('uses_in_days', { count: sumOf(days, 'admitted'), days: days.length }),
    t('refused_count', { count: sumOf(days, 'refused') }),
  ];
  if (busiest.admitted > 0) said.push(t('most_on', { day: partialDate(busiest.day), count: busiest.admitted }));
  return `${said.join('. ')}.`;
};

const Chart = ({ days }: { readonly days: Days }) => {
  const used = days.filter(({ admitted, refused }) => admitted + refused > 0);
  if (used.length === 0) return <p class="card-body muted">{t('no_uses_in_days', { days: days.length })}</p>;
  return (
    <div class="card-body stack loose">
      <StackedBars
        label={inWords(days)}
        bars={days.map(({ day, admitted, refused }) => ({
          key: day,
          label: partialDate(day),
          lower: admitted,
          upper: refused,
        }))}
      />
      <ul class="legend small muted">
        <li>
          <span class="swatch" /> {t('admitted_count', { count: sumOf(days, 'admitted') })}
        </li>
        <li>
          <span class="swatch refused" /> {t('refused_count', { count: sumOf(days, 'refused') })}
        </li>
      </ul>
      <details class="small">
        <summary>{t('by_day')}</summary>
        <ul class="day-list stack tight">
          {[...used].reverse().map(({ day, admitted, refused }) => (
            <li key={day} class="spread">
              <span>{partialDate(day)}</span>
              <span class="muted number">
                {t('admitted_count', { count: admitted })}
                {refused > 0 && ` · ${t('refused_count', { count: refused })}`}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
};

/** The lowest HTTP status that is an error. */
const FAILED = 400;
const REFUSED = ['credential_inactive', 'scope_missing', 'rate_limited'] as const;

const Outcome = ({ use: { outcome, count, operation } }: { readonly use: Use }) => {
  if (operation === null) {
    const reason = REFUSED.find((each) => each === outcome);
    return (
      <Badge kind="danger">{t('refused_for', { count, reason: reason === undefined ? outcome : t(reason) })}</Badge>
    );
  }
  if (outcome === 'admitted') return <Badge>{t('no_outcome')}</Badge>;
  const isGood = Number(outcome) < FAILED;
  return (
    <Badge kind={isGood ? 'good' : 'warning'}>{t(isGood ? 'went_well' : 'went_wrong', { status: outcome })}</Badge>
  );
};

const UseRow = ({ use }: { readonly use: Use }) => {
  const cause = use.correlation_id;
  return (
    <li>
      <span class="row-text">
        <span class="mono">{use.operation ?? t('refused_requests')}</span> <Outcome use={use} />
      </span>
      <span class="muted small">{[instant(use.at), use.address].filter((each) => each !== null).join(' · ')}</span>
      {cause !== null && (
        <a class="small" href={ofCause(cause)}>
          {t('what_it_did')}
        </a>
      )}
    </li>
  );
};

const SHOWN = 20;

const Latest = ({ hash }: { readonly hash: string }) => {
  const read = async (cursor?: string, asking?: LoadOptions): Promise<UsesPage> => {
    const { body } = await api('GET /api/site-tools/api-keys/{keyHash}/uses', {
      params: { keyHash: hash },
      query: { per_page: SHOWN, cursor },
      ...asking,
    });
    return body;
  };
  const [earlier, setEarlier] = useState<{ readonly uses: readonly Use[]; readonly next: string | null } | null>(null);
  const { failure, run } = useAction(hash);
  const found = useResource(`uses ${hash}`, (asking) => read(undefined, asking));
  const more = (cursor: string): Promise<boolean> =>
    run(async () => {
      const page = await read(cursor);
      setEarlier({ uses: [...(earlier?.uses ?? []), ...page.uses], next: page.next_cursor });
    });
  return (
    <Loaded of={found} lines={4}>
      {({ uses, next_cursor: first }) => {
        const next = earlier === null ? first : earlier.next;
        if (uses.length === 0) return null;
        return (
          <>
            <h3 class="card-title">{t('latest_uses')}</h3>
            <ul class="rows dense">
              {[...uses, ...(earlier?.uses ?? [])].map((use, index) => (
                <UseRow key={`${use.at} ${use.correlation_id ?? use.outcome} ${index}`} use={use} />
              ))}
            </ul>
            {failure !== null && <Failed failure={failure} />}
            {next !== null && (
              <div class="card-footer actions">
                <Button isSmall onClick={() => void more(next)}>
                  {t('earlier_uses')}
                </Button>
              </div>
            )}
          </>
        );
      }}
    </Loaded>
  );
};

export const Uses = ({ partner: { key_hash: hash, uses_by_day: days } }: { readonly partner: Partner }) => (
  <Section title={t('uses')} aside={<span class="muted small">{t('last_days', { count: number(days.length) })}</span>}>
    <Chart days={days} />
    <Latest hash={hash} />
  </Section>
);
