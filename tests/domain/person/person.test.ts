import { AFFILIATIONS, TEXT } from '../../../domain/limits.ts';
import { person } from '../../../domain/person/person.ts';
import type { Affiliation, PersonEvent } from '../../../domain/person/events.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';

const ORCID = '0000-0002-1825-0097';
const registered: PersonEvent = { type: 'PersonRegistered', data: { orcid: ORCID } };
const named = (name: string, saidBy: 'provider' | 'staff', slug: string | null, before?: string): PersonEvent => ({
  type: 'PersonNamed',
  data: { name, slug, saidBy, ...(before === undefined ? {} : { before }) },
});
const carberry = named('Josiah Carberry', 'provider', 'josiah-carberry-0097');
const described = (biography: string | null, saidBy: 'provider' | 'staff'): PersonEvent => ({
  type: 'PersonDescribed',
  data: { biography, saidBy },
});
const register = (name: string | null, biography: string | null = null) =>
  ({ type: 'RegisterPerson', orcid: ORCID, name, biography, saidBy: 'provider' }) as const;

/** The same event with other names. */
const also = (event: PersonEvent, ...otherNames: readonly string[]): PersonEvent =>
  event.type === 'PersonNamed' ? { ...event, data: { ...event.data, otherNames } } : event;
const registerAll = (...allNames: readonly string[]) => ({ ...register(allNames[0] ?? null), allNames });

const registering = suite('registering a person');
registering('records the other names, each once, within the limits', () => {
  given(person)
    .when(registerAll('Josiah Carberry', 'J. Carberry', 'Josiah Carberry', 'J. Carberry', 'Γ. Κάρμπερι'))
    .then(registered, also(carberry, 'J. Carberry', 'Γ. Κάρμπερι'));
  const many = Array.from({ length: TEXT.otherNames + 1 }, (_, n) => `Carberry ${n}`);
  given(person)
    .when(registerAll('Josiah Carberry', 'x'.repeat(TEXT.nameCharacters + 1), ...many))
    .then(registered, also(carberry, ...many.slice(0, TEXT.otherNames)));
  given(person).when(registerAll('Josiah Carberry')).then(registered, carberry);
});
registering('again records other names that have changed, and none if nothing has', () => {
  const known = [registered, also(carberry, 'J. Carberry')];
  const again = named('Josiah Carberry', 'provider', 'josiah-carberry-0097', 'Josiah Carberry');
  given(person, ...known)
    .when(registerAll('Josiah Carberry', 'J. Carberry'))
    .thenNothing();
  given(person, ...known)
    .when(registerAll('Josiah Carberry', 'J. S. Carberry'))
    .then(also(again, 'J. S. Carberry'));
  given(person, ...known)
    .when(registerAll('Josiah Carberry'))
    .then(also(again));
  given(person, ...known)
    .when(register('Josiah Carberry'))
    .thenNothing();
});
registering('again takes all names on ORCID as other names of someone whom staff named', () => {
  const staff = named('Prof. Carberry', 'staff', 'prof-carberry-0097');
  const again = named('Prof. Carberry', 'staff', 'prof-carberry-0097', 'Prof. Carberry');
  given(person, registered, staff)
    .when(registerAll('Josiah Carberry', 'J. Carberry'))
    .then(also(again, 'Josiah Carberry', 'J. Carberry'));
  given(person, registered, also(carberry, 'J. Carberry'), also(staff, 'Josiah Carberry', 'J. Carberry'))
    .when(registerAll('Josiah Carberry', 'J. Carberry'))
    .thenNothing();
});
registering('records the iD, the name with its slug, and the biography', () =>
  given(person)
    .when(register('Josiah Carberry', 'Cracks pots.'))
    .then(registered, carberry, described('Cracks pots.', 'provider')),
);
registering('records only the iD if the provider has nothing else', () =>
  given(person).when(register(null)).then(registered),
);
registering('does nothing the second time', () =>
  given(person, registered, carberry).when(register('Josiah Carberry')).thenNothing(),
);
registering('again updates the provider’s name', () =>
  given(person, registered, carberry)
    .when(register('J. Stinkney Carberry'))
    .then(named('J. Stinkney Carberry', 'provider', 'j-stinkney-carberry-0097', 'Josiah Carberry')),
);
registering('again never overwrites staff edits, nor a name that is now missing', () => {
  const staff = [named('Prof. Carberry', 'staff', 'prof-carberry-0097'), described(null, 'staff')];
  given(person, registered, carberry, ...staff)
    .when(register('Josiah Carberry', 'Cracks pots.'))
    .thenNothing();
  given(person, registered, carberry).when(register(null)).thenNothing();
});
registering('again removes the provider’s biography if it has none now, but not one by staff', () => {
  given(person, registered, carberry, described('Cracks pots.', 'provider'))
    .when(register('Josiah Carberry'))
    .then({ type: 'PersonDescribed', data: { biography: null, saidBy: 'provider', before: 'Cracks pots.' } });
  const { biography: _unknown, ...silent } = register('Josiah Carberry');
  given(person, registered, carberry, described('Cracks pots.', 'provider')).when(silent).thenNothing();
  given(person, registered, carberry, described('By staff.', 'staff')).when(register('Josiah Carberry')).thenNothing();
});

const naming = suite('naming a person');
naming('makes the provider’s name one by staff, and keeps what ORCID says', () =>
  given(person, registered, carberry)
    .when({ type: 'ReviseProfile', name: 'Josiah Carberry' })
    .then(also(named('Josiah Carberry', 'staff', 'josiah-carberry-0097', 'Josiah Carberry'), 'Josiah Carberry')),
);
naming('makes a name on ORCID one of the others', () =>
  given(person, registered, also(carberry, 'J. Carberry'))
    .when({ type: 'ReviseProfile', name: 'Prof. Carberry' })
    .then(
      also(
        named('Prof. Carberry', 'staff', 'prof-carberry-0097', 'Josiah Carberry'),
        ...['Josiah Carberry', 'J. Carberry'],
      ),
    ),
);
naming('keeps the name the provider’s when it is sent unchanged with another edit', () => {
  for (const biography of ['Cracks pots.', null])
    given(person, registered, carberry)
      .when({ type: 'ReviseProfile', name: 'Josiah Carberry', biography })
      .then(described(biography, 'staff'));
});
naming('uses the iD as the slug of a name without letters', () =>
  given(person, registered)
    .when({ type: 'ReviseProfile', name: '…' })
    .then(named('…', 'staff', ORCID)),
);
naming('folds case and diacritics in the slug', () =>
  given(person, registered)
    .when({ type: 'ReviseProfile', name: 'Žofie Ångström-Łoś' })
    .then(named('Žofie Ångström-Łoś', 'staff', 'zofie-angstrom-los-0097')),
);
naming('is refused for a person who is not registered', () =>
  given(person).when({ type: 'ReviseProfile', name: 'Josiah Carberry' }).thenRefused('not_found', 'person_not_found'),
);

const affiliation: Affiliation = { entityId: 'org', status: 'org', startsAt: 2_000 };
const started = (data: Affiliation): PersonEvent => ({ type: 'AffiliationStarted', data });
const ended = (data: Affiliation, endsAt: number): PersonEvent => ({
  type: 'AffiliationEnded',
  data: { ...data, endsAt },
});

const affiliating = suite('changing an affiliation');
affiliating('opens the first one', () =>
  given(person, registered)
    .when({ type: 'ChangeAffiliation', now: 9_000, ...affiliation })
    .then(started(affiliation)),
);
affiliating('closes the active one at the start of the new one', () =>
  given(person, registered, started(affiliation))
    .when({ type: 'ChangeAffiliation', now: 9_000, ...affiliation, status: 'external', startsAt: 5_000 })
    .then(ended(affiliation, 5_000), started({ ...affiliation, status: 'external', startsAt: 5_000 })),
);
affiliating('never closes one before its start', () =>
  given(person, registered, started(affiliation))
    .when({ type: 'ChangeAffiliation', now: 9_000, ...affiliation, startsAt: 1_000 })
    .then(ended(affiliation, 2_000), started({ ...affiliation, startsAt: 1_000 })),
);
affiliating('to the current one does nothing', () =>
  given(person, registered, started(affiliation))
    .when({ type: 'ChangeAffiliation', now: 9_000, ...affiliation })
    .thenNothing(),
);

affiliating('to the current one without a start does nothing, and to another one begins now', () => {
  const { startsAt, ...undated } = affiliation;
  given(person, registered, started(affiliation))
    .when({ type: 'ChangeAffiliation', now: 9_000, ...undated })
    .thenNothing();
  given(person, registered, started(affiliation))
    .when({ type: 'ChangeAffiliation', now: 9_000, ...undated, entityId: 'lab' })
    .then(ended(affiliation, 9_000), started({ ...affiliation, entityId: 'lab', startsAt: 9_000 }));
  given(person, registered)
    .when({ type: 'ChangeAffiliation', now: startsAt, ...undated })
    .then(started(affiliation));
});

affiliating('corrects the start of the current one, earlier or later, without keeping the wrong one', () => {
  for (const startsAt of [1_000, 5_000])
    given(person, registered, started(affiliation))
      .when({ type: 'ChangeAffiliation', now: 9_000, ...affiliation, startsAt, corrects: true })
      .then(
        {
          type: 'AffiliationEnded',
          data: { ...affiliation, endsAt: Math.max(startsAt, affiliation.startsAt), corrected: true },
        },
        started({ ...affiliation, startsAt }),
      );
  given(person, registered, started(affiliation))
    .when({ type: 'ChangeAffiliation', now: 9_000, ...affiliation, corrects: true })
    .thenNothing();
});
affiliating('ends only the current one, and not in the future', () => {
  const end = { type: 'ChangeAffiliation', now: 9_000, ...affiliation } as const;
  given(person, registered, started(affiliation))
    .when({ ...end, endsAt: 7_000 })
    .then(ended(affiliation, 7_000));
  for (const endsAt of [1_999, 9_001])
    given(person, registered, started(affiliation))
      .when({ ...end, endsAt })
      .thenRefused('invalid', 'invalid_end');
  for (const other of [[], [started({ ...affiliation, entityId: 'lab' })]])
    given(person, registered, ...other)
      .when({ ...end, endsAt: 7_000 })
      .thenRefused('conflict', 'affiliation_not_present');
});

const restoring = suite('restoring earlier affiliations');
const lab: Affiliation = { ...affiliation, entityId: 'lab', startsAt: 5_000 };
const withdrawn = (data: Affiliation): PersonEvent => ({
  type: 'AffiliationEnded',
  data: { ...data, endsAt: data.startsAt, corrected: true },
});
const resumed = (data: Affiliation, endedAt: number): PersonEvent => ({
  type: 'AffiliationStarted',
  data: { ...data, endedAt },
});
const past = [{ ...affiliation, endsAt: 5_000 }];
restoring('withdraws the current one and resumes the previous one', () =>
  given(person, registered, started(affiliation), ended(affiliation, 5_000), started(lab))
    .when({ type: 'RestoreAffiliation', earlier: { affiliation, past: [] } })
    .then(withdrawn(lab), resumed(affiliation, 5_000)),
);
restoring('ends a resumed one again if it had ended', () =>
  given(person, registered, started(affiliation), ended(affiliation, 5_000), resumed(affiliation, 5_000))
    .when({ type: 'RestoreAffiliation', earlier: { affiliation: lab, past } })
    .then(ended(affiliation, 5_000), started(lab)),
);
restoring('withdraws a first one, and resumes one that only ended', () => {
  given(person, registered, started(affiliation))
    .when({ type: 'RestoreAffiliation', earlier: { affiliation: null, past: [] } })
    .then(withdrawn(affiliation));
  given(person, registered, started(affiliation), ended(affiliation, 5_000))
    .when({ type: 'RestoreAffiliation', earlier: { affiliation, past: [] } })
    .then(resumed(affiliation, 5_000));
});
restoring('keeps the former end of one that began again', () =>
  given(person, registered, started(affiliation), ended(affiliation, 5_000), started(affiliation))
    .when({ type: 'RestoreAffiliation', earlier: { affiliation: null, past } })
    .then(withdrawn(affiliation)),
);
restoring('does nothing if the current one is the earlier one', () =>
  given(person, registered, started(affiliation))
    .when({ type: 'RestoreAffiliation', earlier: { affiliation, past: [] } })
    .thenNothing(),
);

const byHand = suite('registering a person by hand');
const sign = (name: string | null) =>
  ({ type: 'RegisterPerson', orcid: ORCID, name, biography: null, saidBy: 'staff' }) as const;
byHand('who is registered does nothing without a name', () =>
  given(person, registered, carberry).when(sign(null)).thenNothing(),
);
byHand('who is registered under another name is refused', () =>
  given(person, registered, carberry).when(sign('Ada Öz')).thenRefused('conflict', 'person_exists'),
);
byHand('who is registered without a name gives them one', () =>
  given(person, registered)
    .when(sign('Josiah Carberry'))
    .then(named('Josiah Carberry', 'staff', 'josiah-carberry-0097')),
);

const keeping = suite('changing a profile');
keeping('shows a photo once', () => {
  const photo = { photoUrl: 'https://example.org/pot.png' };
  given(person, registered)
    .when({ type: 'ReviseProfile', ...photo })
    .then({ type: 'PersonPhotographed', data: photo });
  given(person, registered, { type: 'PersonPhotographed', data: photo })
    .when({ type: 'ReviseProfile', ...photo })
    .thenNothing();
});
keeping('classifies once', () => {
  const kind = { peopleType: 'researcher', categoryIds: [] };
  given(person, registered)
    .when({ type: 'ReviseProfile', peopleType: kind.peopleType })
    .then({ type: 'PersonClassified', data: kind });
  given(person, registered, { type: 'PersonClassified', data: kind })
    .when({ type: 'ReviseProfile', peopleType: kind.peopleType })
    .thenNothing();
});
keeping('changes what is sent and keeps the rest', () => {
  const name = { name: 'J. Carberry', slug: 'j-carberry-0097', saidBy: 'staff' } as const;
  given(person, registered)
    .when({ type: 'ReviseProfile', name: 'J. Carberry', categoryIds: ['pots'] })
    .then(
      { type: 'PersonNamed', data: name },
      { type: 'PersonClassified', data: { peopleType: null, categoryIds: ['pots'] } },
    );
  given(person, registered, { type: 'PersonNamed', data: name })
    .when({ type: 'ReviseProfile', name: 'J. Carberry' })
    .thenNothing();
});
keeping('archives and restores, once each', () => {
  const archived: PersonEvent = { type: 'PersonArchived', data: {} };
  given(person, registered).when({ type: 'ArchivePerson' }).then(archived);
  given(person, registered, archived).when({ type: 'ArchivePerson' }).thenNothing();
  given(person, registered, archived).when({ type: 'UnarchivePerson' }).then({ type: 'PersonUnarchived', data: {} });
  given(person, registered).when({ type: 'UnarchivePerson' }).thenNothing();
});

const correcting = suite('correcting an earlier affiliation');
const earlier = { entityId: 'lab', status: 'org', startsAt: 1, endsAt: 5 } as const;
const added: PersonEvent = { type: 'PastAffiliationCorrected', data: { before: null, after: earlier } };
const correct = { type: 'CorrectPastAffiliation', now: 9 } as const;
correcting('adds, corrects and removes it, and does nothing the second time', () => {
  const removed: PersonEvent = { type: 'PastAffiliationCorrected', data: { before: earlier, after: null } };
  given(person, registered)
    .when({ ...correct, before: null, after: earlier })
    .then(added);
  given(person, registered, added)
    .when({ ...correct, before: null, after: earlier })
    .thenNothing();
  given(person, registered, added)
    .when({ ...correct, before: earlier, after: null })
    .then(removed);
  given(person, registered, added, removed)
    .when({ ...correct, before: earlier, after: null })
    .thenNothing();
  given(person, registered)
    .when({ ...correct, before: earlier, after: { ...earlier, endsAt: 4 } })
    .thenRefused('not_found', 'affiliation_not_found');
});
correcting('adds no more than the limit', () => {
  const many = Array.from({ length: AFFILIATIONS.corrected }, (_, n): PersonEvent => ({
    ...added,
    data: { before: null, after: { ...earlier, startsAt: n, endsAt: n } },
  }));
  given(person, registered, ...many)
    .when({ ...correct, before: null, after: earlier })
    .thenRefused('conflict', 'too_many_affiliations');
});
