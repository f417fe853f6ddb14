/** A DataCite record as a CSL item. */
import type { CslItem } from '../../../domain/csl.ts';
import {
  authorFields,
  dateFromText,
  dateOf,
  doiOrNull,
  nameOf,
  orcidOrNull,
  present,
  textOf,
  type Named,
} from '../csl/parts.ts';
import { plainText, richText } from '../csl/text.ts';
import { typeFromDatacite } from '../csl/types.ts';

type Creator = {
  readonly name?: string;
  readonly nameType?: string | null;
  readonly givenName?: string | null;
  readonly familyName?: string | null;
  readonly nameIdentifiers?:
    readonly { readonly nameIdentifier?: string | null; readonly nameIdentifierScheme?: string | null }[] | null;
};
export type DataciteAttributes = {
  readonly doi: string;
  readonly creators?: readonly Creator[] | null;
  readonly titles?: readonly { readonly title?: string | null; readonly titleType?: string | null }[] | null;
  readonly publisher?: string | { readonly name?: string } | null;
  readonly publicationYear?: number | string | null;
  readonly dates?: readonly { readonly date?: string | null; readonly dateType?: string | null }[] | null;
  readonly types?: { readonly resourceTypeGeneral?: string | null; readonly citeproc?: string | null } | null;
  readonly descriptions?:
    readonly { readonly description?: string | null; readonly descriptionType?: string | null }[] | null;
  readonly container?: { readonly title?: string; readonly volume?: string; readonly issue?: string } | null;
  readonly [field: string]: unknown;
};

const LIST = { type: ['array', 'null'], items: { type: 'object' } };
export const DATACITE_ANSWER = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'object',
      required: ['attributes'],
      properties: {
        attributes: {
          type: 'object',
          required: ['doi'],
          properties: {
            doi: { type: 'string' },
            creators: LIST,
            titles: LIST,
            dates: LIST,
            descriptions: LIST,
            types: { type: ['object', 'null'] },
          },
        },
      },
    },
  },
};

const nameFrom = ({ name, nameType, givenName, familyName }: Creator): Named['name'] | null => {
  if (nameType === 'Organizational') return nameOf(undefined, undefined, name);
  const [family, given] = familyName == null && name?.includes(', ') ? name.split(/, (.*)/s) : [familyName, givenName];
  return nameOf(given, family, name);
};

const creatorsOf = (creators: readonly Creator[]): readonly Named[] =>
  creators.flatMap((creator) => {
    const name = nameFrom(creator);
    const id = creator.nameIdentifiers?.find(
      ({ nameIdentifierScheme }) => nameIdentifierScheme === 'ORCID',
    )?.nameIdentifier;
    return name === null ? [] : [{ name, orcid: orcidOrNull(id) }];
  });

export const cslFromDatacite = (attributes: DataciteAttributes): CslItem => {
  const { author, authorOrcids } = authorFields(creatorsOf(attributes.creators ?? []));
  const title = attributes.titles?.find(({ titleType }) => titleType == null)?.title ?? attributes.titles?.[0]?.title;
  const abstract = attributes.descriptions?.find(({ descriptionType }) => descriptionType === 'Abstract')?.description;
  const issued = attributes.dates?.find(({ dateType }) => dateType === 'Issued')?.date;
  const publisher = typeof attributes.publisher === 'string' ? attributes.publisher : attributes.publisher?.name;
  return present({
    type: typeFromDatacite(attributes.types?.resourceTypeGeneral),
    title: title == null ? undefined : richText(title),
    author,
    issued: dateFromText(issued) ?? dateOf([Number(attributes.publicationYear)]),
    'container-title': textOf(attributes.container?.title),
    volume: textOf(attributes.container?.volume),
    issue: textOf(attributes.container?.issue),
    publisher: textOf(publisher),
    version: textOf(attributes['version']),
    language: textOf(attributes['language']),
    DOI: doiOrNull(attributes.doi),
    URL: textOf(attributes['url']),
    abstract: abstract == null ? undefined : plainText(abstract),
    custom: authorOrcids.some((orcid) => orcid !== null) ? { author_orcids: authorOrcids } : undefined,
  }) as CslItem;
};
