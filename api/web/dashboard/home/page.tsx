/** Home: what needs attention, how the catalogue stands, and what happened last. */
import type { ComponentChildren } from 'preact';
import { number } from '../../client/format.ts';
import { api, may, workspace } from '../../client/session.ts';
import { Bars } from '../../parts/bars.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Failed, Skeleton } from '../../parts/states.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { linkTo } from '../pages.ts';
import { Attention } from './attention.tsx';
import { ByType, ByYear } from './breakdown.tsx';
import { FirstSteps } from './first-steps.tsx';
import { monthLabel, readHome } from './read.ts';
import { Recent } from './recent.tsx';
import { words as t } from './words.ts';

const Figure = ({ label, count, href }: { label: string; count: number; href?: string | null }) => {
  const inside: ComponentChildren = (
    <>
      <span class="figure-label">{label}</span>
      <span class="figure-count">{number(count)}</span>
    </>
  );
  return (
    <li>
      {href == null ? (
        <div class="figure">{inside}</div>
      ) : (
        <a class="figure" href={href}>
          {inside}
        </a>
      )}
    </li>
  );
};

const Home = () => {
  const isAdmin = may('workspace_admin');
  const { data, failure, again } = useResource(`home ${isAdmin}`, (signal, inBackground) =>
    readHome(api, { isAdmin, signal, inBackground }),
  );
  const at = workspace.value ?? '';
  if (failure !== null)
    return (
      <Page title={t('title')}>
        <Failed failure={failure} again={again} />
      </Page>
    );
  if (data === null)
    return (
      <Page title={t('title')}>
        <Skeleton lines={9} />
      </Page>
    );
  const { totals } = data;
  if (totals.total_publications === 0 && totals.hidden_publications === 0)
    return (
      <Page title={t('welcome')} lead={t('empty_lead')}>
        <FirstSteps />
        <Recent events={data.events} />
      </Page>
    );
  return (
    <Page title={t('title')}>
      <ul class="figures">
        <Figure label={t('total')} count={totals.total_publications} href={linkTo(at, '/publications')} />
        <Figure
          label={t('edited')}
          count={totals.edited_publications}
          href={linkTo(at, '/publications', '?sort=last_edited_at')}
        />
        <Figure
          label={t('hidden')}
          count={totals.hidden_publications}
          href={linkTo(at, '/publications', '?visibility=hidden&status=all')}
        />
        <Figure label={t('linked')} count={totals.orcid_sources} href={linkTo(at, '/people')} />
      </ul>
      <div class="columns">
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
      <Recent events={data.events} />
    </Page>
  );
};

export default Home;
