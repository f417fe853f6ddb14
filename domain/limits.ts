/**
 * The bounds on new facts and requests, in one table. Every entrance (HTTP, providers, command line) takes its numbers from here, and
 * the OpenAPI documents quote them. What a log already holds is read whatever its size.
 */

const KIB = 1024;
const MIB = 1024 * KIB;
const A_DAY_S = 86_400;

/** Numbers of a request that have no limit of their own: what JSON and every store hold exactly. */
export const NUMBER = {
  /** Pages, counts, amounts, and times in epoch milliseconds. */
  integer: Number.MAX_SAFE_INTEGER,
  /** In any JSON that is kept as it is. */
  real: Number.MAX_VALUE,
  /** A year of the Gregorian calendar in four digits, before or after the common era. */
  year: 9_999,
} as const;

/** Texts: lengths in characters (Unicode code points, as JSON Schema counts them). */
export const TEXT = {
  /** A person's, workspace's, category's name. */
  nameCharacters: 300,
  /** A client's and an installation's name, and a confirmation, as the interface document has it. */
  labelCharacters: 120,
  /** Words of a name that matching looks at. */
  nameWords: 20,
  titleCharacters: 5_000,
  abstractCharacters: 50_000,
  biographyCharacters: 10_000,
  /** Any other single text field of a record. */
  fieldCharacters: 10_000,
  /** Why stuck jobs were cleared, as the interface document has it. */
  reasonCharacters: 200,
  /** A description, or why a job was ended. */
  noteCharacters: 2_000,
  /** A word of a vocabulary, such as a type. */
  wordCharacters: 100,
  emailCharacters: 254,
  webAddressCharacters: 2_000,
  /** A date as people write it, `2021-03-09` with room to spare. */
  dateCharacters: 20,
  /** A BCP 47 language tag. */
  localeCharacters: 35,
  /** Locales of one localized text. */
  locales: 50,
  /** Elements within elements of a text that is cleaned, beyond which they are passed over. */
  elementDepth: 40,
  /** Markup within markup, beyond which it is left out. */
  markupDepth: 8,
  /** A localized text in all its locales: a change carries it before and after. */
  localizedBytes: 100_000,
} as const;

/** What names a record: lengths in characters. */
export const ID = {
  /** Given by people, such as a workspace's or an entity's. */
  given: 40,
  /** The key of a work, or of a category in a profile. */
  key: 200,
  /** Made by the program, such as an event's or a job's. */
  made: 100,
  /** Far above any DOI registered, and still a name that every store takes. */
  doi: 1_024,
  /** Of one work in one list, and of one work in all. */
  identifiers: 50,
  /** Bare or as its URL. */
  orcid: 64,
  /** Scheme, host and port of a website. */
  origin: 260,
  /** SHA-256 in hexadecimal digits: the address of a partner's key. */
  hash: 64,
  /** An identifier that a provider gives a work, such as a PMID; a longer one is text in the wrong place. */
  ofProvider: 200,
} as const;

/** One record of a publication or work. One of these, its links and notices fit one append. */
export const RECORD = {
  bytes: 400 * KIB,
  /** Authors listed; of a provider's record with more, those whom somebody looks for, and a count of the rest. */
  authors: 6_000,
  /** Authors of a provider's record that is trimmed; one with more is refused. */
  authorsRead: 100_000,
  /** iDs that one record is linked to, or was. */
  links: 10_000,
  /** People that one match suggests. */
  suggestions: 1_000,
  /** Notices of retraction and the like of one record. */
  notices: 100,
  /** Levels of objects and arrays. */
  depth: 32,
} as const;

/** A project, which changes as a whole. */
export const PROJECT = {
  bytes: 256 * KIB,
  /** Members, and coordinators. */
  people: 1_000,
  /** Funding entities, and images of partners. */
  partners: 200,
} as const;

/** Matching authors with people. */
export const MATCHING = {
  /** Names that one name is compared with, of those that have its family name and first letter. */
  comparisonsPerName: 500,
  /** People who are compared with one author: where more share a word of the name, that word says too little. */
  candidates: 200,
  /** People who are compared with the authors of one publication. */
  candidatesOfRecord: 2_000,
  /** Words of all names of one person. */
  wordsOfPerson: 60,
  /** Publications and people of one workspace that wait to be matched; beyond, the workspace is gone through as a whole. */
  waiting: 500,
} as const;

/** What a run of the harvest records of what it found unchanged. */
export const HARVEST = {
  /** People, and DOIs, of one event. */
  looks: 2_000,
  eventBytes: 250 * KIB,
} as const;

/** What one append to a stream may carry: the data of its events and `envelopeBytes` for each; the stores take 1 MiB. */
export const APPEND = {
  bytes: 900 * KIB,
  /** What id, type and metadata add to the data of an event, generously. */
  envelopeBytes: KIB,
} as const;

/** Bytes of the changes of an edit: beside them the append carries the event's other fields, and whether it hides or shows. */
export const ROOM_FOR_CHANGES = APPEND.bytes - 16 * KIB;

const utf8 = new TextEncoder();

/** Bytes of the UTF-8 JSON of a value. */
export const jsonBytes = (value: unknown): number => utf8.encode(JSON.stringify(value) ?? '').length;

export const REQUEST = {
  /** As it is sent; beyond it a request is a 414. */
  urlBytes: 8 * KIB,
  bodyBytes: MIB,
  /** A form, as browsers send it. */
  formBytes: 16 * KIB,
  /** Levels of objects and arrays in a JSON body. */
  depth: 32,
  /** Items of one page of a listing, as the interface document has it. */
  pageItems: 100,
  /** Items of a list, where the contract states no other number; lists that are sets refuse repeated items. */
  listItems: 100,
  patchOperations: 1_000,
  /** Of a JSON Pointer. */
  pointerCharacters: 2_000,
  /** Categories of a profile, as the interface document has it. */
  profileCategories: 50,
  /** Publications of one bulk change that lists them. */
  bulkItems: 1_000,
  /** Publications of one batch that a filter selects. */
  batchItems: 10_000,
  /** Properties of an object whose properties nobody lists, such as `custom`. */
  properties: 200,
  /** Opaque: a row's id, which may be as long as a workspace's and a DOI, sealed. */
  cursorCharacters: 4_500,
  /** Problems that one 400 names. */
  problems: 20,
  /** Of the input that a message shows. */
  shownCharacters: 100,
} as const;

/** What partners and websites are given: keys, credentials, origins. */
export const ACCESS = {
  /** Requests a minute that a partner's key may be allowed. */
  keyPerMinute: 10_000,
  /** Credentials of one installation that work at the same time. */
  credentials: 20,
  /** Seconds that a rotated credential works on: a month is enough for any deployment. */
  overlapSeconds: 30 * A_DAY_S,
  /** Origins of one installation that are not revoked. */
  origins: 50,
  /** Cookies of one name in a request: more than any browser has a reason to send. */
  cookiesOfOneName: 20,
} as const;

/** Jobs and repairs that staff ask for. */
export const UPKEEP = {
  /** How long a job may be asked to have stood, in seconds: whatever stood longer is found by it. */
  stuckSeconds: 30 * A_DAY_S,
  /** Stuck jobs in one answer. */
  stuckJobs: 1_000,
  /** The threshold for clearing stuck jobs in seconds, as the interface document has it. */
  clearedAfterSeconds: { least: 60, most: A_DAY_S },
  /** Publications of one shard that one repair goes through. */
  repairsPerShard: 1_000,
} as const;

/** Searching: the parameter `q`, and what rows are found by. */
export const SEARCH = {
  characters: 500,
  /** Different words of one search. */
  terms: 64,
  /** Terms kept of one row; more than the authors and title of the largest record have. */
  rowTerms: 30_000,
  /** Of each term, of a row and of a search. */
  termCharacters: 500,
  /** Users and records, in all, that the words of one search in the timeline may mean. */
  meanings: 2_000,
} as const;

/** What providers answer. */
export const PROVIDER = {
  /** Bytes of one answer, after decompression. */
  answerBytes: 32 * MIB,
  /** Of one answer, from the request to its last byte. */
  answerMs: 30_000,
  /** Of one question to a provider, from its first request to the end of the last that is tried. */
  questionMs: 45_000,
  /** Of all questions of one job or import, for as long as they are not answered: with its own work it ends within a minute. */
  jobMs: 50_000,
  /** From one answer to the next of a provider that keeps nobody waiting. */
  promptMs: 2_000,
  /** Levels of objects and arrays of an answer. */
  depth: 64,
  /** Redirects that are followed, all within the provider's host. */
  redirects: 3,
  /** Words of an inverted abstract; places beyond are no abstract's. */
  abstractWords: 50_000,
  /** Topics that are kept of a work. */
  topics: 3,
  /** Of one list of works: pages, works, bytes of all pages after decompression, and time spent on their answers. */
  listPages: 100,
  listWorks: 10_000,
  listBytes: 256 * MIB,
  listMs: 45_000,
  /** Notices of retraction in one record. */
  notices: 100,
  /** A note of a cache (ETag, Last-Modified) that is worth keeping. */
  validatorCharacters: 500,
  /** Works that one job names as failed; it counts them all. */
  failedWorks: 500,
  /** Characters of the reason that a job gives, whatever it quotes. */
  reasonCharacters: 500,
} as const;

/** What a website answers when an origin is verified. */
export const PROOF = {
  /** Far above any verification token. */
  bytes: 4 * KIB,
  redirects: 3,
  /** Of one attempt, redirects included. */
  ms: 10_000,
} as const;

/** One connection of a client, on either listener. */
export const CONNECTION = {
  headerBytes: 64 * KIB,
  /** From the connection, or the last answer, to the last byte of a request's headers. */
  headersMs: 20_000,
  /** From a request's first byte to the last one of its body. */
  requestMs: 30_000,
  /** A client that takes nothing of its answer for so long is cut off. */
  stalledMs: 30_000,
  /** How often these are looked at. */
  checkedEveryMs: 1_000,
  /** Connections of one address at once; a setting changes it. */
  perAddress: 256,
} as const;

/** Requests of one address to the pages that sign in; each may leave a record of ten minutes. */
export const SIGN_IN = {
  perMinute: 120,
  /** Of what a provider sends back with the browser: the code, the state, an error. */
  parameterCharacters: 2_000,
  /** Of the reason in the log why a sign-in has failed: enough for what a library says; a provider may say anything. */
  reasonCharacters: 300,
  /** Of one answer of a sign-in provider or of a proxy's keys, after decompression. */
  answerBytes: MIB,
} as const;

/** What a listing shows of one event's changes; the event itself shows all of them. */
export const TIMELINE = {
  /** Of all of them together, as JSON. */
  changesBytes: 8 * KIB,
  /** Of one value, as JSON. */
  valueBytes: KIB,
} as const;

/** How many rows a listing has. */
export const TOTAL = {
  /** Up to here it is exact, and a request counts it itself. */
  exact: 10_000,
  /** A larger one is no older, unless counting alone takes longer. */
  ageMs: 5_000,
} as const;

/** What one answer carries where its items are large. */
export const ANSWER = {
  /** Of the rows behind one page of a walk, as JSON: what does not fit is left to the next. */
  walkBytes: 4 * MIB,
  /** Suggestions of each publication where several are listed; those of one are listed whole. */
  suggestions: 50,
} as const;

/** What a page follows: the changes of its workspace. */
export const FOLLOWING = {
  /** Records that one answer names; where more have changed, it says so. */
  records: 100,
  /** Streams of one user: more than any has windows in sight. */
  perUser: 20,
  /** Streams of one process. */
  inAll: 1_000,
  /** A stream that has nothing to say shows so often that it is alive, and looks whether its session still is. */
  heartbeatMs: 10_000,
} as const;

/** A row of a read model, as it is stored: what MongoDB takes of a document. */
export const ROW = { bytes: 16 * MIB - KIB } as const;
