/** The people of a publication: linked ones, suggested ones, and linking others by hand. */
import { useState } from 'preact/hooks';
import type { CslItem } from '../../../../domain/csl.ts';
import type { Contributor, LinkedPerson } from '../../client/generated/operations.ts';
import type { AnswerTo, Answered } from '../../client/api.ts';
import { day } from '../../client/format.ts';
import { language } from '../../client/i18n.ts';
import { api } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { useKeptFocus } from '../../parts/kept-focus.ts';
import { Section } from '../../parts/page.tsx';
import { Badge } from '../../parts/states.tsx';
import { attempt } from '../../parts/toast.tsx';
import { sayDone } from '../../parts/undo/undo.ts';
import { useAnswer } from '../../parts/use-resource.ts';
import { actorName } from '../events/actor.tsx';
import { Roles } from '../contributor-roles.tsx';
import { FindPerson } from '../people/find-person.tsx';
import { PersonName } from '../people/people-list.tsx';
import type { Known } from '../people/known.ts';
import { Evidence } from '../suggestions/evidence.tsx';
import { linksByOrcid } from './attribution.ts';
import { Doubted, Unlink, type Entry } from './doubted.tsx';
import { foreseen, type PublicationData, type PublicationProps } from './read.ts';
import { words as t } from './generated/words.ts';

type Suggestions = AnswerTo<'GET /api/suggestions'>;
type Suggestion = Suggestions['publications'][number]['suggestions'][number];
type Decided = Answered<'POST /api/publications/{id}/authors/{orcid}/link'>;

const REQUESTS = {
  accept: 'POST /api/publications/{id}/suggestions/{orcid}/accept',
  reject: 'POST /api/publications/{id}/suggestions/{orcid}/reject',
  link: 'POST /api/publications/{id}/authors/{orcid}/link',
  unlink: 'POST /api/publications/{id}/authors/{orcid}/unlink',
  settle: 'POST /api/publications/{id}/authors/{orcid}/settle',
} as const;
type Decision = keyof typeof REQUESTS;

const DONE = {
  accept: 'linked',
  link: 'linked',
  reject: 'rejected',
  unlink: 'unlinked',
  settle: 'settled',
  identify: 'identified',
} as const;

type Linked = Pick<LinkedPerson, 'name' | 'orcid'>;

const nameOf = ({ name, orcid }: Linked): string => name ?? orcid;

const DECISIONS = [
  { decision: 'accept', icon: 'check' },
  { decision: 'reject', icon: 'x' },
] as const;

type SuggestedProps = {
  readonly suggestion: Suggestion;
  readonly names: Known;
  readonly isBusy: boolean;
  readonly act: (decision: Decision) => void;
};

const Suggested = ({ suggestion, names, isBusy, act }: SuggestedProps) => {
  const { person, role } = suggestion;
  const name = nameOf(person);
  return (
    <li class="person stack tight suggested">
      <p>
        <Badge kind="accent">{t('suggested')}</Badge> <Roles roles={[role]} /> <PersonName {...person} />
      </p>
      <Evidence of={suggestion} names={names} />
      <div class="actions">
        {DECISIONS.map(({ decision, icon }) => (
          <Button
            key={decision}
            isSmall
            icon={icon}
            isBusy={isBusy}
            aria-label={t(`${decision}_person`, { name })}
            onClick={() => act(decision)}
          >
            {t(decision)}
          </Button>
        ))}
      </div>
    </li>
  );
};

/** The next suggestion to decide, else the heading. */
const nextAfter = (list: Element): HTMLElement | null =>
  list.querySelector<HTMLElement>('.suggested button') ?? list.closest('section')?.querySelector('h2') ?? null;

/** An answered suggestion is gone until it is listed again, as after an undo. */
const withoutPerson = (shown: Suggestions, orcid: string): Suggestions => ({
  ...shown,
  publications: shown.publications.map((each) => ({
    ...each,
    suggestions: each.suggestions.filter(({ person }) => person.orcid !== orcid),
  })),
});

/** The answer has the iDs that are linked now. */
const decidedOn = (shown: PublicationData, decided: Decided | null, { orcid, name }: Linked): PublicationData => {
  if (decided === null) return shown;
  const { person_orcids, author_match_state } = decided.body;
  const linkedNow: Contributor = { orcid, name, slug: null, photo_url: null, affiliation: null, roles: [] };
  const known = [...shown.publication.person, linkedNow];
  const person = person_orcids.flatMap((each) => known.find((one) => one.orcid === each) ?? []);
  const attention = shown.publication.attention.filter((doubt) => doubt.orcid !== orcid);
  return foreseen(shown, { person, person_orcids, author_match_state, attention }, decided);
};

export const People = ({ data, foresee, again }: PublicationProps) => {
  const { publication } = data;
  const { id, person: people, deleted_at: deletedAt } = publication;
  const [isBusy, setBusy] = useState(false);
  const hasSuggestions = publication.author_match_state !== 'complete' && deletedAt === null;
  const suggestions = useAnswer(hasSuggestions ? 'GET /api/suggestions' : null, {
    query: { doi: id, locale: language.value },
  });
  const open = hasSuggestions ? (suggestions.data?.publications[0]?.suggestions ?? []) : [];
  const links = linksByOrcid(data.history);
  const names = new Map(people.map((person) => [person.orcid, nameOf(person)]));
  const doubts = new Map(deletedAt === null ? publication.attention.map((doubt) => [doubt.orcid, doubt]) : []);
  const list = useKeptFocus<HTMLUListElement>({ nearby: nextAfter });
  const send = async (
    { orcid, name }: Linked,
    done: keyof typeof DONE,
    work: () => Promise<Decided>,
  ): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    await attempt(async () => {
      const { cause } = await foresee((shown, sent) => decidedOn(shown, sent, { orcid, name }), work);
      suggestions.set((shown) => withoutPerson(shown, orcid));
      sayDone(t(DONE[done], { name: name ?? orcid }), cause);
    });
    setBusy(false);
    await again();
    await suggestions.again(true);
  };
  const act = (orcid: string, name: string, decision: Decision): Promise<void> =>
    send({ orcid, name }, decision, () => api(REQUESTS[decision], { params: { id, orcid } }));
  const identify = ({ orcid, name }: Linked, body: Entry): Promise<void> =>
    send({ orcid, name }, 'identify', () =>
      api('POST /api/publications/{id}/authors/{orcid}/identify', { params: { id, orcid }, body, ifMatch: data.etag }),
    );
  return (
    <Section title={t('people')}>
      {people.length === 0 && open.length === 0 && <p class="card-body muted">{t('no_person_linked')}</p>}
      <ul ref={list} class="people">
        {open.map((suggestion) => (
          <Suggested
            key={suggestion.person.orcid}
            suggestion={suggestion}
            names={names}
            isBusy={isBusy}
            act={(decision) => void act(suggestion.person.orcid, nameOf(suggestion.person), decision)}
          />
        ))}
        {people.map((person) => {
          const link = links.get(person.orcid);
          const doubt = doubts.get(person.orcid);
          const name = nameOf(person);
          const decide = (decision: Decision) => void act(person.orcid, name, decision);
          return (
            <li key={person.orcid} class="person stack tight">
              <div class="person-line spread">
                <p>
                  <PersonName {...person} /> <Roles roles={person.roles} />
                </p>
                {deletedAt === null && doubt === undefined && (
                  <Unlink kind="quiet" name={name} isBusy={isBusy} onClick={() => decide('unlink')} />
                )}
              </div>
              {doubt !== undefined && (
                <Doubted
                  {...{ doubt, name, isBusy }}
                  record={publication.merged as CslItem}
                  identify={(entry) => void identify(person, entry)}
                  keep={() => decide('settle')}
                  unlink={() => decide('unlink')}
                />
              )}
              {link !== undefined && (
                <p class="source muted tiny">
                  <a href={`#change-${link.id}`}>
                    {t('linked_by', { name: actorName(link.actor) })} · {day(link.occurred_at)}
                  </a>
                </p>
              )}
            </li>
          );
        })}
      </ul>
      {deletedAt === null && (
        <div class="card-footer">
          <FindPerson
            label={t('link_person')}
            noMatch={t('no_person_found')}
            taken={publication.person_orcids}
            takenLabel={t('is_linked')}
            icon="link"
            action={t('link')}
            actionFor={(name) => t('link_name', { name })}
            isBusy={isBusy}
            onTake={(orcid, name) => void act(orcid, name, 'link')}
          />
        </div>
      )}
    </Section>
  );
};
