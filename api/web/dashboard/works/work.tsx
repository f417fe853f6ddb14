/** The page of a work: its fields, the people who list it, and its history. */
import type { Work } from '../../client/generated/operations.ts';
import { Section } from '../../parts/page.tsx';
import { Badge, Notice } from '../../parts/states.tsx';
import { here, type PageProps } from '../pages.ts';
import { PeopleList } from '../people/people-list.tsx';
import { publicationPath } from '../publication/address.ts';
import { pathOf } from '../record/kind.ts';
import { RecordPage } from '../record/page.tsx';
import { words as t } from './generated/words.ts';
import { WORKS } from './kind.ts';

const People = ({ work: { person_orcids: orcids } }: { readonly work: Work }) => (
  <Section title={t('people')}>
    {orcids.length === 0 ? <p class="card-body muted">{t('no_people')}</p> : <PeopleList orcids={orcids} />}
  </Section>
);

const Superseded = ({ by }: { readonly by: NonNullable<Work['superseded_by']> }) => {
  const isPublication = by.type === 'publication';
  const path = isPublication ? publicationPath(by.id) : pathOf(WORKS, by.id);
  return (
    <Notice kind="info">
      {t('superseded_by')} <a href={here(path)}>{t(isPublication ? 'superseded_publication' : 'superseded_work')}</a>
    </Notice>
  );
};

export default function WorkPage({ params }: PageProps) {
  return (
    <RecordPage
      kind={WORKS}
      id={params['id'] ?? ''}
      lead={({ edited }) => edited && <Badge kind="accent">{t('edited')}</Badge>}
      replaced={({ superseded_by: by }) => (by === null ? null : <Superseded by={by} />)}
      aside={(work) => <People work={work} />}
    />
  );
}
