/**
 * The bounds on new facts and requests, in one table. Every entrance (HTTP, providers, command line) takes its numbers from here, and
 * the OpenAPI documents quote them. What a log already holds is read whatever its size.
 */

const KIB = 1024;
const MIB = 1024 * KIB;

/** Texts: lengths in characters (UTF-16 code units). */
export const TEXT = {
  /** A person's, workspace's, category's, client's name. */
  nameCharacters: 300,
  /** Words of a name that matching looks at. */
  nameWords: 20,
  titleCharacters: 5_000,
  abstractCharacters: 50_000,
  biographyCharacters: 10_000,
  /** Any other single text field of a record. */
  fieldCharacters: 10_000,
} as const;

/** One record of a publication or work. Two of these and their links fit one append. */
export const RECORD = {
  bytes: 400 * KIB,
  authors: 6_000,
  /** Levels of objects and arrays. */
  depth: 32,
} as const;

/** What one append to a stream may carry; the stores take 1 MiB with envelopes. */
export const APPEND = { bytes: 900 * KIB } as const;

export const REQUEST = {
  urlBytes: 8 * KIB,
  bodyBytes: MIB,
  /** Levels of objects and arrays in a JSON body. */
  depth: 32,
  /** Items of a list, where the contract states no other number; lists that are sets refuse repeated items. */
  listItems: 100,
  patchOperations: 1_000,
  /** Problems that one 400 names. */
  problems: 20,
} as const;

/** The search parameter `q`. */
export const SEARCH = { characters: 500, terms: 64 } as const;

/** What providers answer. */
export const PROVIDER = {
  /** Bytes of one answer, after decompression. */
  answerBytes: 32 * MIB,
  /** Of one answer, from the request to its last byte. */
  answerMs: 30_000,
} as const;

/** One connection of a client, on either listener. */
export const CONNECTION = {
  headerBytes: 64 * KIB,
  /** From the connection, or the last answer, to the last byte of a request's headers. */
  headersMs: 10_000,
  /** From a request's first byte to the last one of its body. */
  requestMs: 30_000,
  /** A client that takes nothing of its answer for so long is cut off. */
  stalledMs: 30_000,
  /** How often these are looked at. */
  checkedEveryMs: 1_000,
  /** Connections of one address at once; a setting changes it. */
  perAddress: 256,
} as const;
