/** The page of a work: its fields, the people who list it, and its history. */
import { Badge } from '../../parts/states.tsx';
import { Section } from '../../parts/page.tsx';
import type { PageProps } from '../pages.ts';
import { PeopleList } from '../people/people-list.tsx';
import { RecordPage } from '../record/page.tsx';
import { WORKS, type Work } from './kind.ts';
import { words as t } from './words.ts';

const People = ({ work: { person_orcids: orcids } }: { readonly work: Work }) => (
  <Section title={t('people')}>
    {orcids.length === 0 ? <p class="card-body muted">{t('no_people')}</p> : <PeopleList orcids={orcids} />}
  </Section>
);

const WorkPage = ({ params }: PageProps) => (
  <RecordPage
    kind={WORKS}
    id={params['id'] ?? ''}
    lead={({ id, edited }) => (
      <>
        <span class="mono">{id}</span>
        {edited && <Badge kind="accent">{t('edited')}</Badge>}
      </>
    )}
    aside={(work) => <People work={work} />}
  />
);

export default WorkPage;
