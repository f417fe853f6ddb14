/** Home: what needs attention, figures of the catalogue, and the latest events. */
import type { AnswerTo } from '../../client/api.ts';
import { number } from '../../client/format.ts';
import { may } from '../../client/session.ts';
import { Bars, type Bar } from '../../parts/bars.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { useAnswer, useResource, type InUse } from '../../parts/use-resource.ts';
import { EventLine } from '../events/event-line.tsx';
import { WithNames } from '../events/people.tsx';
import { SubjectName } from '../events/subject.tsx';
import { here } from '../pages.ts';
import { Attention } from './attention.tsx';
import { ByType } from './by-type.tsx';
import { words as t } from './generated/words.ts';
import { lastYears, monthLabel, readHome, type HomeData } from './read.ts';

const STEPS = [
  { title: 'step_paste', text: 'step_paste_text', path: '/ingestion' },
  { title: 'step_watch', text: 'step_watch_text', path: '/ingestion' },
  { title: 'step_check', text: 'step_check_text', path: '/suggestions' },
] as const;

const FirstSteps = () => (
  <ol class="steps stack loose">
    {STEPS.map(({ title, text, path }, index) => (
      <li key={title} class="card">
        <span class="step-number">{index + 1}</span>
        <div>
          <h2>
            <a href={here(path)}>{t(title)}</a>
          </h2>
          <p class="muted">{t(text)}</p>
        </div>
      </li>
    ))}
  </ol>
);

const Figure = ({ label, count, path }: { label: string; count: number; path: string }) => (
  <li>
    <a class="card figure stack tight" href={here(path)}>
      <span class="muted small">{label}</span>
      <span class="figure-count number">{number(count)}</span>
    </a>
  </li>
);

const Figures = ({ totals, people }: Pick<HomeData, 'totals' | 'people'>) => (
  <ul class="figures tiles">
    <Figure label={t('total')} count={totals.total_publications} path="/publications" />
    <Figure
      label={t('edited')}
      count={totals.edited_publications}
      path="/publications?is_edited=true&sort=last_edited_at"
    />
    <Figure label={t('hidden')} count={totals.hidden_publications} path="/publications?visibility=hidden&status=all" />
    <Figure label={t('people')} count={people} path="/people" />
  </ul>
);

const Chart = ({ title, bars }: { readonly title: string; readonly bars: readonly Bar[] }) => (
  <Section title={title}>
    <div class="card-body">
      <Bars title={title} bars={bars} />
    </div>
  </Section>
);

const Overview = ({ data }: { readonly data: HomeData }) => (
  <>
    <Figures totals={data.totals} people={data.people} />
    <div class="columns tiles">
      <Attention data={data} />
      <Chart
        title={t('by_year')}
        bars={lastYears(data.breakdown.by_year).map(({ year, count }) => ({
          ...{ label: String(year), count },
          href: here(`/publications?from_year=${year}&to_year=${year}`),
        }))}
      />
      <ByType breakdown={data.breakdown} />
      <Chart title={t('added')} bars={data.months.map(({ key, count }) => ({ label: monthLabel(key), count }))} />
    </div>
  </>
);

const RECENT = 8;

const Recent = ({ of: found }: { readonly of: InUse<AnswerTo<'GET /api/activity'>> }) => (
  <Section title={t('recent')} aside={<a href={here('/activity')}>{t('all_activity')}</a>}>
    <Loaded of={found} lines={RECENT}>
      {({ events }) =>
        events.length === 0 ? (
          <Empty icon="activity" title={t('nothing_happened')} />
        ) : (
          <WithNames events={events} lines={events.length}>
            <ul class="happenings">
              {events.map((event) => (
                <li key={event.id}>
                  <EventLine event={event}>
                    <SubjectName subject={event.subject} />
                  </EventLine>
                </li>
              ))}
            </ul>
          </WithNames>
        )
      }
    </Loaded>
  </Section>
);

export default function Home() {
  const isAdmin = may('workspace_admin');
  const found = useResource(`home ${isAdmin}`, (asking) => readHome(isAdmin, asking));
  const recent = useAnswer('GET /api/activity', { query: { per_page: RECENT, housekeeping: false } });
  const { data, failure } = found;
  const isNew = data !== null && data.totals.total_publications + data.totals.hidden_publications === 0;
  return (
    <Page title={t(isNew ? 'welcome' : 'title')} lead={isNew ? t('empty_lead') : undefined}>
      <Loaded of={found} lines={9}>
        {(shown) => (isNew ? <FirstSteps /> : <Overview data={shown} />)}
      </Loaded>
      {/* Below the figures, once they cannot push it down any more. */}
      {(data !== null || failure !== null) && <Recent of={recent} />}
    </Page>
  );
}
