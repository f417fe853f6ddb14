/** One suggestion: the listed author beside the person, with the evidence that they are the same. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { language } from '../../client/i18n.ts';
import { Fact } from '../../parts/fact.tsx';
import { Button } from '../../parts/button.tsx';
import { Title } from '../../parts/markup.tsx';
import { areShortcutsOn, useShortcuts } from '../../parts/shortcuts.ts';
import { here } from '../pages.ts';
import { publicationPath } from '../publication/address.ts';
import { PersonId } from '../people/person-id.tsx';
import type { Known } from '../people/known.ts';
import type { Decision } from './decide.ts';
import { Evidence } from './evidence.tsx';
import { appearedIn, nameOf, type Suggestion } from './read.ts';
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
  /** The page with the suggestions of this person alone; null if it shows them. */
  readonly hrefOf: ((orcid: string) => string) | null;
};

const ACTS = [
  { name: 'accept', key: 'a', kind: 'primary', icon: 'check' },
  { name: 'reject', key: 'r', kind: 'plain', icon: 'x' },
  { name: 'skip', key: 's', kind: 'quiet', icon: undefined },
] as const;

export const One = ({ suggestion, names, decide, skip, hrefOf }: Props) => {
  const { doi, title, person, evidence } = suggestion;
  const act = (name: Decision | 'skip'): void => void (name === 'skip' ? skip() : decide(name));
  const latest = useRef(act);
  latest.current = act;
  useShortcuts(
    ACTS.map(({ name, key }) => ({ keys: key, label: t(name), run: () => latest.current(name) })),
    [language.value],
  );
  const name = nameOf(suggestion);
  return (
    <article class="card suggestion" aria-label={t('suggestion_of', { name })}>
      <div class="sides tiles">
        <Side title={t('listed')} name={evidence.name ?? t('cut_off')}>
          <Fact label={t('publication')}>
            <a href={here(publicationPath(doi))}>
              <Title html={title} fallback={t('untitled')} />
            </a>
            <p dir="auto">{appearedIn(suggestion)}</p>
            <p class="mono muted">{doi}</p>
          </Fact>
        </Side>
        <Side title={t('person')} name={name}>
          <Fact label="ORCID iD">
            <a href={here(`/people/${person.orcid}`)}>
              <PersonId id={person.orcid} />
            </a>
            {hrefOf !== null && (
              <p>
                <a href={hrefOf(person.orcid)}>{t('only_this')}</a>
              </p>
            )}
          </Fact>
        </Side>
      </div>
      <section class="evidence stack tight" aria-label={t('why')}>
        <h2 class="side-title muted small">{t('why')}</h2>
        <Evidence of={suggestion} names={names} />
      </section>
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
