/** The page of a work: its fields, the people who list it, and its history. */
import { useState } from 'preact/hooks';
import type { Work } from '../../client/generated/operations.ts';
import { reworded } from '../../client/refusal.ts';
import { api } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { Section } from '../../parts/page.tsx';
import { Badge, Notice } from '../../parts/states.tsx';
import { attempt } from '../../parts/toast.tsx';
import { sayDone } from '../../parts/undo/undo.ts';
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

type Item = NonNullable<Work['superseded_by']>;

const LinkTo = ({ item }: { readonly item: Item }) => {
  const isPublication = item.type === 'publication';
  const path = isPublication ? publicationPath(item.id) : pathOf(WORKS, item.id);
  return <a href={here(path)}>{t(isPublication ? 'superseded_publication' : 'superseded_work')}</a>;
};

const DECISIONS = [
  { decision: 'join', icon: 'check', done: 'joined' },
  { decision: 'keep-apart', icon: 'x', done: 'kept_apart' },
] as const;

type SuggestedProps = { readonly id: string; readonly item: Item; readonly again: () => Promise<void> };

const Suggested = ({ id, item, again }: SuggestedProps) => {
  const [isBusy, setBusy] = useState(false);
  const decide = async ({ decision, done }: (typeof DECISIONS)[number]): Promise<void> => {
    setBusy(true);
    const send = async (): Promise<void> => {
      const { cause } = await api(`POST /api/works/{id}/${decision}`, { params: { id }, body: item });
      sayDone(t(done), cause);
    };
    await attempt(send, { refused: reworded(WORKS.wording), then: again });
    setBusy(false);
  };
  return (
    <Notice kind="warning">
      <p>
        {t('suggested')} <span class="mono">{item.id}</span>
      </p>
      <div class="actions">
        <LinkTo item={item} />
        {DECISIONS.map((each) => (
          <Button key={each.decision} isSmall icon={each.icon} isBusy={isBusy} onClick={() => void decide(each)}>
            {t(each.decision)}
          </Button>
        ))}
      </div>
    </Notice>
  );
};

export default function WorkPage({ params }: PageProps) {
  return (
    <RecordPage
      kind={WORKS}
      id={params['id'] ?? ''}
      lead={({ edited }) => edited && <Badge kind="accent">{t('edited')}</Badge>}
      replaced={({ superseded_by: by }) =>
        by === null ? null : (
          <Notice kind="info">
            {t('superseded_by')} <LinkTo item={by} />
          </Notice>
        )
      }
      asked={({ id, suggestions }, again) =>
        suggestions.map((item) => <Suggested key={`${item.type} ${item.id}`} id={id} item={item} again={again} />)
      }
      aside={(work) => <People work={work} />}
    />
  );
}
