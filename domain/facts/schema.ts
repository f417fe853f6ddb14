/** The facts of a record as a JSON schema, which OpenAPI quotes, and in words for messages. */
import { FACTS, TEXT } from '../limits.ts';
import { IDENTIFIER_TYPES, RELATION_TYPES } from './relations.ts';

export const LOCATION_VERSIONS = ['publishedVersion', 'acceptedVersion', 'submittedVersion'] as const;

const TEXT_FIELD = { type: 'string' } as const;

const described = <Description extends string>(description: Description) => ({ type: 'string', description }) as const;

const listOf = <const Item extends object>(description: string, maxItems: number, items: Item) => ({
  type: 'array' as const,
  description,
  maxItems,
  items,
});

export const AFFILIATION_SCHEMA = listOf('As printed on the work.', FACTS.affiliations, {
  type: 'object',
  required: ['name'],
  properties: { name: TEXT_FIELD, id: described('The address of its ROR id.') },
  additionalProperties: false,
});

export const FACTS_SCHEMA = {
  license: listOf('Licences, in the form of Crossref’s works API.', FACTS.licences, {
    type: 'object',
    required: ['URL'],
    properties: {
      URL: described('The http or https address of the licence; of Creative Commons, its canonical form.'),
      'content-version': described('The version that it is for: `vor`, `am`, `tdm`, `stm-asf` or `unspecified`.'),
      start: described('Since when: a year, month or day.'),
    },
    additionalProperties: false,
  }),
  locations: listOf(
    'Where the full text is open to everyone, in the form of OpenAlex; the best first.',
    FACTS.locations,
    {
      type: 'object',
      properties: {
        landing_page_url: described('An http or https address; a location has this, `pdf_url` or both.'),
        pdf_url: described('The http or https address of the PDF.'),
        version: { type: 'string', enum: LOCATION_VERSIONS },
        license: described('In the words of OpenAlex, such as `cc-by`.'),
      },
      additionalProperties: false,
    },
  ),
  funder: listOf('Funders, in the form of Crossref’s works API.', FACTS.funders, {
    type: 'object',
    required: ['name'],
    properties: {
      name: TEXT_FIELD,
      id: described('Its address in Crossref’s registry of funders, or that of its ROR id.'),
      award: { type: 'array', maxItems: FACTS.awards, items: TEXT_FIELD, description: 'The numbers of the awards.' },
    },
    additionalProperties: false,
  }),
  relation: listOf('Relations to other works; those of an inverse type stand on the other work.', FACTS.relations, {
    type: 'object',
    required: ['type', 'id-type', 'id'],
    properties: {
      type: { type: 'string', enum: RELATION_TYPES },
      'id-type': { type: 'string', enum: IDENTIFIER_TYPES },
      id: TEXT_FIELD,
    },
    additionalProperties: false,
  }),
  subject: listOf('Keywords and subjects, each once.', FACTS.subjects, TEXT_FIELD),
} as const;

export type FactField = keyof typeof FACTS_SCHEMA;

export const FACT_FIELDS = Object.keys(FACTS_SCHEMA) as readonly FactField[];

const isFactField = (field: string): field is FactField => Object.hasOwn(FACTS_SCHEMA, field);

const most = (of: FactField, entries: string): string => `a list of at most ${FACTS_SCHEMA[of].maxItems} ${entries}`;

const FORMS: Readonly<Record<FactField, string>> = {
  license: most('license', 'objects with URL, and if known content-version and start'),
  locations: most('locations', 'objects with landing_page_url, pdf_url or both, and if known version and license'),
  funder: most('funder', 'objects with name, and if known id and award, a list of texts'),
  relation: most('relation', 'objects with type, id-type and id'),
  subject: most('subject', `texts of at most ${FACTS.subjectCharacters} characters`),
};

const WORDS: Readonly<Record<string, string>> = {
  'relation/type': RELATION_TYPES.join(', '),
  'relation/id-type': IDENTIFIER_TYPES.join(', '),
  'locations/version': LOCATION_VERSIONS.join(', '),
  'funder/name': `1 to ${TEXT.nameCharacters} characters that are not blank`,
};

/** What is accepted at a place such as `relation/0/type`; null if it is not in a fact. */
export const acceptedAt = (place: string): string | null => {
  const [field = '', , part] = place.split('/');
  return isFactField(field) ? (WORDS[`${field}/${part ?? ''}`] ?? FORMS[field]) : null;
};
