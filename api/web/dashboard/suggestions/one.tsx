/** One suggestion: the listed author beside the person, with the evidence that they are the same. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { list, number } from '../../client/format.ts';
import { language } from '../../client/i18n.ts';
import { Fact } from '../../parts/fact.tsx';
import { Button } from '../../parts/button.tsx';
import { Title } from '../../parts/markup.tsx';
import { areShortcutsOn, useShortcuts } from '../../parts/shortcuts.ts';
import { Badge } from '../../parts/states.tsx';
import { contributorRole } from '../contributor-roles.tsx';
import { here } from '../pages.ts';
import { publicationPath } from '../publication/address.ts';
import { providerName } from '../publication/source.tsx';
import { PersonId } from '../people/person-id.tsx';
import type { Known } from '../people/known.ts';
import type { Decision } from './decide.ts';
import { affiliationOf, nameOf, type Suggestion } from './read.ts';
import { words as t } from './generated/words.ts';

type SideProps = { readonly title: string; readonly name: string; readonly children: ComponentChildren };

const Side = ({ title, name, children }: SideProps) => (
  <section class="stack loose" aria-label={title}>
    <h2 class="side-title muted small">{title}</h2>
    <p class="side-name" dir="auto">
      {name}
    </p>
    <dl class="stack loose">{children}</dl>
  </section>
);

type Props = {
  readonly suggestion: Suggestion;
  readonly names: Known;
  readonly decide: (decision: Decision) => unknown;
  readonly skip: () => unknown;
};

const ACTS = [
  { name: 'accept', key: 'a', kind: 'primary', icon: 'check' },
  { name: 'reject', key: 'r', kind: 'plain', icon: 'x' },
  { name: 'skip', key: 's', kind: 'quiet', icon: undefined },
] as const;

export const One = ({ suggestion, names, decide, skip }: Props) => {
  const { doi, title, person, role, author, evidence } = suggestion;
  const act = (name: Decision | 'skip'): void => void (name === 'skip' ? skip() : decide(name));
  const latest = useRef(act);
  latest.current = act;
  useShortcuts(
    ACTS.map(({ name, key }) => ({ keys: key, label: t(name), run: () => latest.current(name) })),
    [language.value],
  );
  const name = nameOf(suggestion);
  const shared = evidence.co_authors.map((orcid) => names.get(orcid) ?? orcid);
  return (
    <article class="card suggestion" aria-label={t('suggestion_of', { name })}>
      <div class="sides tiles">
        <Side title={t('listed')} name={evidence.name ?? t('cut_off')}>
          <Fact label={t('publication')}>
            <a href={here(publicationPath(doi))}>
              <Title html={title} fallback={t('untitled')} />
            </a>
            <p class="mono muted">{doi}</p>
          </Fact>
          <Fact label={t('place')}>
            {author === null ? t('cut_off_why') : `${contributorRole(role)} ${number(author + 1)}`}
          </Fact>
          <Fact label={t('sources')}>
            {evidence.sources.length === 0 ? t('unknown') : list(evidence.sources.map(providerName))}
          </Fact>
        </Side>
        <Side title={t('person')} name={name}>
          <Fact label="ORCID iD">
            <a href={here(`/people/${person.orcid}`)}>
              <PersonId id={person.orcid} />
            </a>
          </Fact>
          <Fact label={t('affiliation')}>
            {evidence.affiliation === null ? (
              <span class="muted">{t('no_affiliation')}</span>
            ) : (
              affiliationOf(evidence.affiliation)
            )}
          </Fact>
          <Fact label={t('co_authors')}>
            {shared.length === 0 ? (
              <span class="muted">{t('no_co_authors')}</span>
            ) : (
              <>
                <Badge kind="good" icon="users">
                  {number(shared.length)}
                </Badge>{' '}
                {list(shared)}
              </>
            )}
          </Fact>
        </Side>
      </div>
      <footer class="deciding card-footer actions">
        {ACTS.map(({ name, key, kind, icon }) => (
          <Button
            key={name}
            kind={kind}
            icon={icon}
            aria-keyshortcuts={key}
            // The second press of a double click would decide on the next person, whom nobody has seen yet.
            onClick={({ detail }) => detail < 2 && act(name)}
          >
            {t(name)} {areShortcutsOn.value && <kbd aria-hidden="true">{key.toUpperCase()}</kbd>}
          </Button>
        ))}
      </footer>
    </article>
  );
};
