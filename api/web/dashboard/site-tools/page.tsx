/** The maintenance tools of a workspace; each has a preview. */
import { may } from '../../client/session.ts';
import { Page } from '../../parts/page.tsx';
import { CleanTimeline } from './clean-timeline.tsx';
import { ClearJobs } from './clear-jobs.tsx';
import { LongJobs } from './long-jobs.tsx';
import { words as t } from './generated/words.ts';
import { Repair } from './repair.tsx';
import { Reset } from './reset.tsx';
import { Status } from './status.tsx';

export default function SiteTools() {
  return (
    <Page title={t('title')} lead={t('lead')}>
      <div class="columns tiles tools">
        <Repair />
        <ClearJobs />
        <CleanTimeline />
        {may('superadmin') && <Reset />}
        {/* What they load changes their height. */}
        <LongJobs />
        <Status />
      </div>
    </Page>
  );
}
