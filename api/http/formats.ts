/** The format that a request asks for: by `format`, or by `Accept`, and for formatted citations their style. */
import { picked } from '../../domain/own.ts';
import { BIBLIOGRAPHIES, BIBLIOGRAPHY_NAMES, type BibliographyName } from '../../formats/bibliography/index.ts';
import { GROUPINGS, type Grouping } from '../../formats/bibliography/groups.ts';
import { FORMAT_NAMES, FORMATS, type FormatName } from '../../formats/index.ts';
import { acceptedIn, type Offer } from './accept.ts';
import { HttpFailure } from './errors.ts';
import { BUNDLED_STYLES, CITATION_LOCALES, type Citations } from './ports.ts';
import { refusedQuery } from './query.ts';
import type { Request } from './route.ts';
import { choiceOf } from './schemas.ts';

const NAMES = [...FORMAT_NAMES, ...BIBLIOGRAPHY_NAMES] as const;

/** Languages alone, and with their regions. */
const LOCALES = [...new Set(CITATION_LOCALES.flatMap((locale) => [locale.slice(0, 2), locale]))];

const FORMAT = choiceOf(NAMES, {
  description:
    'Extension. In place of JSON, as `Accept` with a media type of the format, which it outranks. `csv-excel` has a byte order mark ' +
    'and semicolons; `html`, `text` and `docx` are formatted citations.',
});

/** Parameters of one record. `citations`: undefined for a contract without an installation. */
export const oneExported = (citations: Citations | undefined) =>
  ({
    format: FORMAT,
    style: choiceOf(citations?.styles.map(({ name }) => name) ?? BUNDLED_STYLES, {
      description: 'Extension. The style of formatted citations; default: `apa`.',
    }),
    locale: choiceOf(LOCALES, {
      description: 'Extension. The language of formatted citations; default: that of the style.',
    }),
  }) as const;

/** Parameters of a listing. */
export const allExported = (citations: Citations | undefined) =>
  ({
    ...oneExported(citations),
    format: {
      ...FORMAT,
      description: `${FORMAT.description} Everything that matches, in the order of the listing: not with \`page\`, \`per_page\` or \`cursor\`.`,
    },
    group: choiceOf(GROUPINGS, { description: 'Extension. Headings in formatted citations.' }),
  }) as const;

export type Wanted = {
  /** In the answer's `Content-Type`. */
  readonly type: string;
  /** The client asked for a file, to save it. */
  readonly isFile: boolean;
} & (
  | { readonly format: FormatName; readonly bibliography?: undefined }
  | {
      readonly bibliography: BibliographyName;
      readonly style: string;
      readonly locale: string | null;
      readonly group: Grouping | null;
    }
);

const CITATION = 'text/x-bibliography';
const JSON_TYPE = 'application/json';

/** The first is what a client that accepts anything gets; of formats with one media type, the first. */
const OFFERS: readonly (Offer & { readonly name: (typeof NAMES)[number] | null })[] = [
  { type: JSON_TYPE, name: null },
  ...FORMAT_NAMES.map((name) => ({ type: FORMATS[name].type, name })),
  { type: CITATION, name: 'text' },
  // Clients that accept anything name these in passing.
  ...BIBLIOGRAPHY_NAMES.map((name) => ({ type: BIBLIOGRAPHIES[name].type, name, inPassing: name !== 'docx' })),
];

/** The media types of all formats. */
export const EXPORT_TYPES = [...new Set(OFFERS.flatMap(({ type, name }) => (name === null ? [] : [type])))];

const isBibliography = (name: string): name is BibliographyName => Object.hasOwn(BIBLIOGRAPHIES, name);

/** Throws `Refused('invalid')` for one that no schema has refused, since a header asked for it. */
const oneOf = (parameter: string, value: string | undefined, accepted: readonly string[]): string => {
  if (value !== undefined) return value;
  const message = `must be one of ${accepted.join(', ')}`;
  throw refusedQuery(`invalid ${parameter}: ${message}`, parameter, message);
};

/** Throws `Refused('invalid')` for an unknown one. */
export const styleOf = ({ styles }: Citations, sent = 'apa'): string => {
  const names = styles.map(({ name }) => name);
  return oneOf(
    'style',
    names.find((name) => name === sent),
    names,
  );
};

/** Throws `Refused('invalid')` for an unknown one, which the schemas of some listings accept for names. */
const localeOf = (sent: string | undefined): string | null => {
  const asked = sent?.toLowerCase();
  if (asked === undefined) return null;
  const found =
    CITATION_LOCALES.find((locale) => locale.toLowerCase() === asked) ??
    CITATION_LOCALES.find((locale) => locale.slice(0, 2) === asked);
  return oneOf('locale', found, LOCALES);
};

type Chosen = { readonly [Parameter in 'style' | 'locale' | 'group']?: string | undefined };

const wantedAs = (
  name: FormatName | BibliographyName,
  { style, locale, group }: Chosen,
  citations: Citations,
  { type, isFile = true }: { readonly type?: string | undefined; readonly isFile?: boolean } = {},
): Wanted => {
  if (!isBibliography(name)) return { type: FORMATS[name].type, isFile, format: name };
  return {
    type: type ?? BIBLIOGRAPHIES[name].type,
    isFile,
    bibliography: name,
    style: styleOf(citations, style),
    locale: localeOf(locale),
    group: GROUPINGS.find((each) => each === group) ?? null,
  };
};

/** The format of a request's body. Throws `Refused('invalid')`. */
export const fileWanted = (
  { format, ...chosen }: Chosen & { readonly format: (typeof NAMES)[number] },
  citations: Citations,
): Wanted => {
  return wantedAs(format, chosen, citations);
};

type Asked = Pick<Request, 'headers' | 'rawQuery'>;

/** Null for JSON. Throws `Refused('invalid')`, and a 406 if no format can be met. */
export const wantedIn = ({ headers, rawQuery }: Asked, citations: Citations): Wanted | null => {
  // Only what was sent: a surface may have defaults of its own.
  const sent: Chosen & { readonly format?: string } = Object.fromEntries(new URLSearchParams(rawQuery));
  const asFile = NAMES.find((name) => name === sent.format);
  if (asFile !== undefined) return fileWanted({ ...sent, format: asFile }, citations);
  const accepted = acceptedIn(headers.accept, OFFERS);
  if (accepted === null) {
    const types = [JSON_TYPE, ...EXPORT_TYPES];
    const message = `no format has a media type that Accept allows; accepted: ${types.join(', ')}`;
    throw new HttpFailure(406, message, { field: 'Accept', accepted: types });
  }
  const { offer, parameters } = accepted;
  if (offer.name === null) return null;
  const chosen = { ...sent, ...picked(parameters, ['style', 'locale']) };
  return wantedAs(offer.name, chosen, citations, { type: offer.type, isFile: false });
};

/** For `Route.variant`. */
export const variantOf =
  (citations: () => Citations) =>
  (request: Asked): string =>
    JSON.stringify(wantedIn(request, citations()));
