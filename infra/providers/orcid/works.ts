/** Converts an ORCID works list: each group is one work, with a summary from each source. */
import { depositedText } from '../../../commands/text/index.ts';
import type { CslDate, CslItem } from '../../../domain/csl.ts';
import { ID } from '../../../domain/limits.ts';
import { groupedBy } from '../../../domain/grouped.ts';
import type { Source } from '../../../domain/publication/events.ts';
import type { ListedWork } from '../../../workers/ingestion/ports.ts';
import { cslItem, dateFromParts, doiOrNull, markupAt } from '../csl/parts.ts';
import { countAt, httpsAt, listAt, stringAt, urlAt } from '../json.ts';
import { type Identifier, identifierOf, ranked } from '../../../domain/publication/identifiers.ts';
import { factsFromOrcid } from './facts.ts';
import { kindOfOrcid } from './kinds.ts';

const idsOf = (holder: unknown): readonly unknown[] => listAt(holder, 'external-ids', 'external-id');

const isSelf = (id: unknown): boolean => stringAt(id, 'external-id-relationship')?.toLowerCase() === 'self';

/** Identifiers of the work itself; `part-of` identifies its container, `version-of` another work. */
const selfIds = (holder: unknown): readonly unknown[] => idsOf(holder).filter(isSelf);

/** Some give the DOI as a URI. */
const MAY_BE_DOI: ReadonlySet<string | undefined> = new Set(['doi', 'uri']);

const mayBeDoi = (id: unknown): boolean => MAY_BE_DOI.has(stringAt(id, 'external-id-type')?.toLowerCase());

const spellings = (id: unknown): readonly (string | undefined)[] => [
  stringAt(id, 'external-id-normalized', 'value'),
  stringAt(id, 'external-id-value'),
];

const doiIn = (id: unknown): string | undefined =>
  [...spellings(id), stringAt(id, 'external-id-url', 'value')].flatMap((text) => doiOrNull(text) ?? [])[0];

const doisAmong = (ids: readonly unknown[]): readonly string[] => ids.filter(mayBeDoi).flatMap((id) => doiIn(id) ?? []);

/** A DOI that is only the URL of an entry, unless it is the one of the container or another work. */
const doiInUrl = (summary: unknown): readonly string[] => {
  const doi = doiOrNull(stringAt(summary, 'url', 'value'));
  const others = doisAmong(idsOf(summary).filter((id) => !isSelf(id)));
  return doi === null || others.includes(doi) ? [] : [doi];
};

const identifiersAmong = (ids: readonly unknown[]): readonly Identifier[] =>
  ranked(
    ids.flatMap((id) => {
      const value = spellings(id).find((text) => text !== undefined);
      return value === undefined ? [] : (identifierOf(stringAt(id, 'external-id-type') ?? '', value) ?? []);
    }),
  );

const titleOf = (summary: unknown): string | undefined => {
  const [main, sub] = [stringAt(summary, 'title', 'title', 'value'), stringAt(summary, 'title', 'subtitle', 'value')];
  if (main === undefined) return undefined;
  return depositedText(sub === undefined || main.includes(sub) ? main : `${main}: ${sub}`);
};

const issuedOf = (summary: unknown): CslDate | undefined =>
  dateFromParts(['year', 'month', 'day'].map((part) => stringAt(summary, 'publication-date', part, 'value')));

/**
 * The first summary is the owner's preferred one; the others fill in missing fields. `holders`: of its identifiers, whose addresses are
 * those of a work without a DOI.
 */
const described = (summaries: readonly unknown[], doi: string | undefined, holders: readonly unknown[]): CslItem => {
  const first = <T>(read: (summary: unknown) => T | undefined): T | undefined =>
    summaries.map(read).find((value) => value !== undefined);
  return cslItem(kindOfOrcid(summaries[0]), {
    title: first(titleOf),
    issued: first(issuedOf),
    'container-title': first((summary) => markupAt(summary, 'journal-title', 'value')),
    DOI: doi,
    URL:
      first((summary) => urlAt(summary, 'url', 'value')) ??
      (doi === undefined ? holders.flatMap(selfIds) : [])
        .map((id) => httpsAt(id, 'external-id-url', 'value'))
        .find((url) => url !== undefined),
    ...factsFromOrcid(summaries, doi ?? null),
  });
};

type Said = {
  readonly holder: unknown;
  readonly dois: readonly string[];
  readonly identifiers: readonly Identifier[];
};

/** What a group says of one DOI, or of the work if it has none or one. */
type Part = Pick<Said, 'dois' | 'identifiers'> & {
  readonly beside?: readonly string[];
  readonly holders: readonly unknown[];
  /** At least one. */
  readonly summaries: readonly unknown[];
};

const nameOf = ({ type, value }: Identifier): string => `${type}.${value}`;

/** Bounds with how many of the other DOIs of a group each is compared. */
const MOST_BESIDE = 10;

/**
 * Splits a group of several DOIs, such as a preprint and its article: an identifier belongs to the DOI of its own summary, or of those
 * with which that shares another one; only an identifier that none of them claims belongs to all.
 */
const partsOf = (group: unknown, summaries: readonly unknown[]): readonly Part[] => {
  const given = [...summaries, group].map((holder): Said => {
    const ids = selfIds(holder);
    return { holder, dois: [...new Set(doisAmong(ids))].slice(0, ID.identifiers), identifiers: identifiersAmong(ids) };
  });
  const isNamed = given.some(({ dois }) => dois.length > 0);
  const said = isNamed ? given : given.map((each) => ({ ...each, dois: doiInUrl(each.holder) }));
  const dois = [...new Set(said.flatMap((each) => each.dois))];
  const identifiers = ranked(said.flatMap((each) => each.identifiers));
  const whole = { holders: [group, ...summaries], summaries };
  if (dois.length < 2) return [{ dois, identifiers, ...whole }];

  const parts = new Map(dois.map((doi) => [doi, new Map<string, Identifier>()]));
  const owners = new Map<string, readonly string[]>();
  const claim = (each: Said, of: readonly string[]): void => {
    for (const identifier of each.identifiers.slice(0, ID.identifiers)) {
      const name = nameOf(identifier);
      for (const doi of of) parts.get(doi)?.set(name, identifier);
      owners.set(name, [...new Set([...(owners.get(name) ?? []), ...of])].slice(0, MOST_BESIDE));
    }
  };
  const claims = said.slice(0, summaries.length);
  const own = claims.flatMap((each) => each.dois.map((doi) => ({ doi, each })));
  for (const each of claims) if (each.dois.length > 0) claim(each, each.dois);
  for (const each of claims) {
    const shared = each.dois.length === 0 && each.identifiers.find((identifier) => owners.has(nameOf(identifier)));
    if (shared) claim(each, owners.get(nameOf(shared)) ?? []);
  }
  const unclaimed = identifiers.filter((each) => !owners.has(nameOf(each))).slice(0, ID.identifiers);
  const claimed = [...groupedBy(own, ({ doi }) => doi)].map(([doi, of]): Part => {
    const mine = parts.get(doi) ?? new Map<string, Identifier>();
    const [first = ''] = mine.keys();
    const isAlike = (other: string): boolean => [...mine.keys()].every((name) => parts.get(other)?.has(name) === true);
    const together = of.flatMap(({ each }) => each.dois.slice(0, MOST_BESIDE));
    const beside = new Set([...together, ...(owners.get(first) ?? []).filter(isAlike)]);
    const holders = of.map(({ each }) => each.holder);
    return {
      dois: [doi],
      beside: [...beside].filter((other) => other !== doi),
      identifiers: ranked([...mine.values(), ...unclaimed]),
      ...{ holders, summaries: holders },
    };
  });
  const named = new Set(own.map(({ doi }) => doi));
  const ofGroup = dois.filter((doi) => !named.has(doi));
  return ofGroup.length === 0 ? claimed : [...claimed, { dois: ofGroup, identifiers: unclaimed, ...whole }];
};

/** None for a group without a summary; else one for each of its DOIs, or one. */
export const listedFromOrcid = (group: unknown, orcid: string, from: Source): readonly ListedWork[] => {
  const all = listAt(group, 'work-summary').filter((summary) => countAt(summary, 'put-code') !== null);
  if (all.length === 0) return [];
  return partsOf(group, all).map(({ summaries, holders, ...part }) => ({
    source: 'orcid',
    ...part,
    // The oldest put-code is stable, while the owner's preference may change.
    fallbackKey: `${orcid}.${Math.min(...summaries.flatMap((summary) => countAt(summary, 'put-code') ?? []))}`,
    summary: described(summaries, part.dois[0], holders),
    from,
    listedName: null,
  }));
};
