/** Home: what needs attention, figures of the catalogue, and the latest events. */
import { number } from '../../client/format.ts';
import { may } from '../../client/session.ts';
import { Bars } from '../../parts/bars.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { here } from '../pages.ts';
import { Attention } from './attention.tsx';
import { ByType, ByYear } from './breakdown.tsx';
import { FirstSteps } from './first-steps.tsx';
import { monthLabel, readHome, type HomeData } from './read.ts';
import { Recent } from './recent.tsx';
import { words as t } from './words.ts';

const Figure = ({ label, count, path }: { label: string; count: number; path: string }) => (
  <li>
    <a class="card figure stack tight" href={here(path)}>
      <span class="muted small">{label}</span>
      <span class="figure-count">{number(count)}</span>
    </a>
  </li>
);

const Figures = ({ totals }: Pick<HomeData, 'totals'>) => (
  <ul class="figures tiles">
    <Figure label={t('total')} count={totals.total_publications} path="/publications" />
    <Figure label={t('edited')} count={totals.edited_publications} path="/publications?sort=last_edited_at" />
    <Figure label={t('hidden')} count={totals.hidden_publications} path="/publications?visibility=hidden&status=all" />
    <Figure label={t('linked')} count={totals.orcid_sources} path="/people" />
  </ul>
);

const Overview = ({ data }: { readonly data: HomeData }) => (
  <>
    <Figures totals={data.totals} />
    <div class="columns tiles">
      <Attention data={data} />
      <ByYear breakdown={data.breakdown} />
      <ByType breakdown={data.breakdown} />
      <Section title={t('added')}>
        <div class="card-body">
          <Bars
            title={t('added')}
            bars={data.months.map(({ key, count }) => ({ key, label: monthLabel(key), count }))}
          />
        </div>
      </Section>
    </div>
  </>
);

const isEmpty = ({ totals }: HomeData): boolean => totals.total_publications + totals.hidden_publications === 0;

const Home = () => {
  const isAdmin = may('workspace_admin');
  const found = useResource(`home ${isAdmin}`, (signal, inBackground) => readHome(isAdmin, { signal, inBackground }));
  const { data } = found;
  const isNew = data !== null && isEmpty(data);
  return (
    <Page title={t(isNew ? 'welcome' : 'title')} lead={isNew ? t('empty_lead') : undefined}>
      <Loaded of={found} lines={9}>
        {(shown) => (
          <>
            {isNew ? <FirstSteps /> : <Overview data={shown} />}
            <Recent events={shown.events} />
          </>
        )}
      </Loaded>
    </Page>
  );
};

export default Home;
