/** OpenAlex's names for the facts of a work (https://docs.openalex.org/api-entities/works/work-object, …/location-object). */
import type { Licence } from '../../../domain/csl.ts';
import { LOCATION_VERSIONS } from '../../../domain/facts/schema.ts';
import { groupedBy } from '../../../domain/grouped.ts';
import { textAt } from '../csl/parts.ts';
import {
  funders,
  licences,
  locations,
  subjects,
  type GivenAffiliation,
  type GivenFunder,
  type GivenLicence,
  type GivenLocation,
} from '../csl/facts.ts';
import { at, listAt, stringAt, stringsAt } from '../json.ts';

/** The fields of a work that have facts, for requests that select fields. Authorships are left out: of many works, they are megabytes. */
export const SELECTED = 'locations,best_oa_location,funders,awards,keywords,language';

const COMMONS = 'https://creativecommons.org/licenses';

/** `license`: without a version, as OpenAlex does not say it. Other words, such as `other-oa`, stand for no one licence. */
const LICENCES: ReadonlyMap<string, string> = new Map([
  ...['by', 'by-sa', 'by-nd', 'by-nc', 'by-nc-sa', 'by-nc-nd'].map(
    (name) => [`cc-${name}`, `${COMMONS}/${name}/`] as const,
  ),
  ['mit', 'https://opensource.org/license/mit'],
]);

type Version = NonNullable<Licence['content-version']>;

/** `version`, in Crossref's words. It has none for a submitted version. */
const VERSIONS: ReadonlyMap<string, Version> = new Map([
  ['publishedVersion', 'vor'],
  ['acceptedVersion', 'am'],
]);

/** The best first; some are not among the others. */
const openOnes = (work: unknown): readonly unknown[] =>
  [at(work, 'best_oa_location'), ...listAt(work, 'locations')].filter((each) => at(each, 'is_oa') === true);

const locationIn = (location: unknown): GivenLocation => ({
  landing: stringAt(location, 'landing_page_url'),
  pdf: stringAt(location, 'pdf_url'),
  version: LOCATION_VERSIONS.find((each) => each === stringAt(location, 'version')),
  license: stringAt(location, 'license'),
});

const licenceIn = (location: unknown): GivenLicence => ({
  URL: LICENCES.get(stringAt(location, 'license') ?? ''),
  version: VERSIONS.get(stringAt(location, 'version') ?? ''),
});

/** Each funder with its awards, and those of awards whose funder is not among them. */
const fundersIn = (work: unknown): readonly GivenFunder[] => {
  const awards = groupedBy(listAt(work, 'awards'), (award) => stringAt(award, 'funder_id'));
  const known = new Set<string | undefined>();
  const named = listAt(work, 'funders').map((funder) => {
    const id = stringAt(funder, 'id');
    const own = known.has(id) ? [] : (awards.get(id) ?? []);
    known.add(id);
    return {
      ...{ name: at(funder, 'display_name'), ids: [stringAt(funder, 'ror')] },
      awards: own.map((award) => at(award, 'funder_award_id')),
    };
  });
  const others = [...awards].flatMap(([id, of]) => (known.has(id) ? [] : [of]));
  return [
    ...named,
    ...others.map((of) => ({
      ...{ name: at(of[0], 'funder_display_name'), ids: [] },
      awards: of.map((award) => at(award, 'funder_award_id')),
    })),
  ];
};

/**
 * Of the institutions that OpenAlex recognizes in an affiliation, the one that is part of all others has its id, such as an institute
 * of a university (`lineage`: https://docs.openalex.org/api-entities/institutions/institution-object). Of several apart, none has.
 */
export const affiliationsIn = (authorship: unknown): readonly GivenAffiliation[] => {
  const institutions = new Map(listAt(authorship, 'institutions').map((each) => [stringAt(each, 'id'), each]));
  return listAt(authorship, 'affiliations').map((each) => {
    const ids = stringsAt(each, 'institution_ids');
    const isPartOf = (id: string, whole: string): boolean =>
      id === whole || listAt(institutions.get(id), 'lineage').includes(whole);
    const own = ids.find((id) => ids.every((whole) => isPartOf(id, whole)));
    return { name: at(each, 'raw_affiliation_string'), ror: stringAt(institutions.get(own), 'ror') };
  });
};

export const factsFromOpenalex = (work: unknown) => {
  const open = openOnes(work);
  return {
    license: licences(open.map(licenceIn)),
    locations: locations(open.map(locationIn)),
    funder: funders(fundersIn(work)),
    subject: subjects(listAt(work, 'keywords').map((each) => at(each, 'display_name'))),
    language: textAt(work, 'language'),
  };
};
