/**
 * The bounds on new events and requests, in one table. HTTP, providers and the command line all take their numbers from here, and
 * the OpenAPI documents quote them. Events already in a log are read whatever their size.
 */

const KIB = 1024;
const MIB = 1024 * KIB;
const A_DAY_S = 86_400;

/** Numbers without a more specific limit: what JSON and every store represent exactly. */
export const NUMBER = {
  /** Pages, counts, amounts, and times in epoch milliseconds. */
  integer: Number.MAX_SAFE_INTEGER,
  /** In JSON that is stored unchanged. */
  real: Number.MAX_VALUE,
  /** A year of the Gregorian calendar in four digits, before or after the common era. */
  year: 9_999,
} as const;

/** Texts: lengths in characters (Unicode code points, as JSON Schema counts them). */
export const TEXT = {
  /** A person's, workspace's, category's name. */
  nameCharacters: 300,
  /** A client's or an installation's name, and a confirmation; set by the agreed interface. */
  labelCharacters: 120,
  /** Other names of a person that are kept; more on ORCID, or longer ones, are left out. */
  otherNames: 50,
  /** Words of a name that matching considers. */
  nameWords: 20,
  titleCharacters: 5_000,
  abstractCharacters: 50_000,
  biographyCharacters: 10_000,
  /** Any other single text field of a record. */
  fieldCharacters: 10_000,
  /** Why stuck jobs were cleared; set by the agreed interface. */
  reasonCharacters: 200,
  /** A description, or the reason for ending a job. */
  noteCharacters: 2_000,
  /** A word of a vocabulary, such as a type. */
  wordCharacters: 100,
  emailCharacters: 254,
  webAddressCharacters: 2_000,
  /** A date in text form: `2021-03-09`, with room to spare. */
  dateCharacters: 20,
  /** A BCP 47 language tag. */
  localeCharacters: 35,
  /** Locales per localized text. */
  locales: 50,
  /** Nesting depth of elements in text to be cleaned; deeper ones are skipped. */
  elementDepth: 40,
  /** Nesting depth of markup; deeper markup is dropped. */
  markupDepth: 8,
  /** A localized text in all its locales; an event contains it twice, before and after the change. */
  localizedBytes: 100_000,
} as const;

/** Identifiers of records: lengths in characters. */
export const ID = {
  /** Chosen by people, such as a workspace's or an entity's. */
  given: 40,
  /** The key of a work, or of a category in a profile. */
  key: 200,
  /** Generated, such as an event's or a job's. */
  made: 100,
  /** Far longer than any registered DOI, yet short enough for every store. */
  doi: 1_024,
  /** Per work in one list, and per work in total. */
  identifiers: 50,
  /** Bare or as its URL. */
  orcid: 64,
  /** Scheme, host and port of a website. */
  origin: 260,
  /** The digits of the shorter form of an ISBN. */
  isbn: 10,
  /** SHA-256 in hexadecimal digits, which identifies a partner's key. */
  hash: 64,
  /** A provider's identifier of a work, such as a PMID; anything longer is misplaced text. */
  ofProvider: 200,
} as const;

/** One record of a publication or work. A record with its links and notices fits in one append. */
export const RECORD = {
  bytes: 400 * KIB,
  /** Authors stored. From a provider's record with more, those being looked for are kept and the rest are counted. */
  authors: 6_000,
  /** Authors in a provider's record that is trimmed; a record with more is refused. */
  authorsRead: 100_000,
  /** iDs that a record is or was linked to. */
  links: 10_000,
  /** People suggested by one match. */
  suggestions: 1_000,
  /** Links found doubtful by one match, beside those of people whom no entry names. */
  doubts: 1_000,
  /** Names of entries that a doubt gives. */
  namesOfDoubt: 10,
  /** Items that a work without a DOI may be, which staff have not decided yet. */
  joins: 20,
  /** Alternative and translated titles stored, each of at most `TEXT.titleCharacters`. */
  otherTitles: 20,
  /** Retraction and similar notices per record. */
  notices: 100,
  /** Levels of objects and arrays. */
  depth: 32,
} as const;

/** Facts beside the description of a record, per record unless stated otherwise. Of a provider's, the first ones are kept. */
export const FACTS = {
  licences: 20,
  /** Where the full text is open. */
  locations: 50,
  funders: 200,
  /** Per funder. */
  awards: 100,
  /** Collections name hundreds of parts. */
  relations: 1_000,
  subjects: 200,
  /** Per name. */
  affiliations: 20,
  /** As printed, with the address. */
  affiliationCharacters: 1_000,
  /** An award's number. */
  awardCharacters: 200,
  subjectCharacters: 1_000,
} as const;

/** What a publication's page shows of related ones. */
export const RELATED = {
  /** In either direction. */
  listed: 100,
  /** Identifiers, and former keys, of a work by which others may name it. */
  names: 10,
} as const;

/** A project; every change rewrites it as a whole. */
export const PROJECT = {
  bytes: 256 * KIB,
  /** Members, and coordinators. */
  people: 1_000,
  /** Funding entities, and images of partners. */
  partners: 200,
} as const;

export const MATCHING = {
  /** Names compared with one name, among those with the same family name and first letter. */
  comparisonsPerName: 500,
  /** People compared with one author; a family name and initial shared by more people are too common to be useful. */
  candidates: 200,
  /** People compared with the authors of one publication. */
  candidatesOfRecord: 2_000,
  /** Family names in all readings of a person's names by which publications are searched; with more, all are matched. */
  familiesOfPerson: 60,
  /** Items with one title and type that are compared with a record; more share a heading such as "Editorial". */
  sameTitle: 20,
  /** Events of one workspace handled at once. */
  events: 1_000,
  /** Publications collected for the people among them; if more are affected, the whole workspace is matched. */
  collected: 10_000,
} as const;

/** Size of one append to a stream: the data of its events plus `envelopeBytes` for each; the stores accept 1 MiB. */
export const APPEND = {
  bytes: 900 * KIB,
  /** A generous estimate of what id, type and metadata add to an event's data. */
  envelopeBytes: KIB,
} as const;

/** Bytes of an edit's changes, leaving room in the append for the event's other fields and a change of visibility. */
export const ROOM_FOR_CHANGES = APPEND.bytes - 16 * KIB;

const utf8 = new TextEncoder();

export const jsonBytes = (value: unknown): number => utf8.encode(JSON.stringify(value) ?? '').length;

export const REQUEST = {
  /** As sent; a longer one is answered with 414. */
  urlBytes: 8 * KIB,
  bodyBytes: MIB,
  /** A list of references in JSON, which escapes line breaks, quotation marks and backslashes, or in Base64. */
  referencesBodyBytes: 5 * MIB,
  /** A browser's form submission. */
  formBytes: 16 * KIB,
  /** Levels of objects and arrays in a JSON body. */
  depth: 32,
  /** Items per page of a listing; set by the agreed interface. */
  pageItems: 100,
  /** Items per list, unless the contract states another number; lists that represent sets refuse duplicates. */
  listItems: 100,
  patchOperations: 1_000,
  /** Of a JSON Pointer. */
  pointerCharacters: 2_000,
  /** Categories per profile; set by the agreed interface. */
  profileCategories: 50,
  /** Publications per bulk change that lists them. */
  bulkItems: 1_000,
  /** Publications per batch selected by a filter. */
  batchItems: 10_000,
  /** Properties of an object with free-form properties, such as `custom`. */
  properties: 200,
  /** An opaque cursor: a sealed row id, which may be as long as a workspace id and a DOI. */
  cursorCharacters: 4_500,
  /** Problems listed in one 400 answer. */
  problems: 20,
  /** Of a larger body a 400 lists only the first problem: it may have one for every few bytes. */
  fullyCheckedBytes: 16 * KIB,
  /** Of input quoted in a message. */
  shownCharacters: 100,
} as const;

/** Access of partners and websites: keys, credentials, origins. */
export const ACCESS = {
  /** The highest rate limit of a partner's key, in requests per minute. */
  keyPerMinute: 10_000,
  /** Credentials per installation that are valid at the same time. */
  credentials: 20,
  /** Seconds a rotated credential stays valid; a month is enough for any deployment. */
  overlapSeconds: 30 * A_DAY_S,
  /** Unrevoked origins per installation. */
  origins: 50,
  /** Cookies with the same name in a request; no browser has reason to send more. */
  cookiesOfOneName: 20,
} as const;

/** Jobs and repairs requested by staff. */
export const UPKEEP = {
  /** How long a job may be asked to have stood, in seconds: whatever stood longer is found by it. */
  stuckSeconds: 30 * A_DAY_S,
  /** Stuck jobs in one answer. */
  stuckJobs: 1_000,
  /** The threshold for clearing stuck jobs, in seconds; set by the agreed interface. */
  clearedAfterSeconds: { least: 60, most: A_DAY_S },
  /** Publications per shard that one repair processes. */
  repairsPerShard: 1_000,
  /** Long jobs in one answer. */
  longJobs: 1_000,
} as const;

/** Searching: the parameter `q`, and the search terms of rows. */
export const SEARCH = {
  characters: 500,
  /** Distinct words per search. */
  terms: 64,
  /** Terms stored per row; more than the authors and title of the largest record have. */
  rowTerms: 30_000,
  /** Per term, in rows and in searches. */
  termCharacters: 500,
  /** Users of a workspace among whom one timeline search looks for names. */
  users: 5_000,
  /** Users and records, in total, that the words of one timeline search may match. */
  meanings: 2_000,
} as const;

export const PROVIDER = {
  /** Bytes of one answer, after decompression. */
  answerBytes: 32 * MIB,
  /** Per answer, from the request to its last byte. */
  answerMs: 30_000,
  /** Per query to a provider, from its first request to the end of its last retry. */
  questionMs: 45_000,
  /** For all unanswered queries of one job or import, so that it ends within a minute including its own work. */
  jobMs: 50_000,
  /** An answer that follows the previous one this quickly does not count towards `jobMs`. */
  promptMs: 2_000,
  /** Levels of objects and arrays in an answer. */
  depth: 64,
  /** Redirects followed, all within the provider's host. */
  redirects: 3,
  /** Words of an inverted abstract; higher positions cannot belong to an abstract. */
  abstractWords: 50_000,
  /** Topics stored per work. */
  topics: 3,
  /** Per list of works: pages, works, bytes of all pages after decompression, and time spent on their answers. */
  listPages: 100,
  listWorks: 10_000,
  listBytes: 256 * MIB,
  listMs: 45_000,
  /** Notices of retraction in one record. */
  notices: 100,
  /** A cache validator (ETag, Last-Modified) worth storing. */
  validatorCharacters: 500,
  /** Works gone from a list of OpenAlex of which a job asks whether they were merged into others. */
  mergedWorks: 100,
  /** Failed works that a job lists by name; it counts all of them. */
  failedWorks: 500,
  /** Characters of a job's reason, including anything it quotes. */
  reasonCharacters: 500,
} as const;

/** A website's answer when an origin is verified. */
export const PROOF = {
  /** Far above any verification token. */
  bytes: 4 * KIB,
  redirects: 3,
  /** Per attempt, redirects included. */
  ms: 10_000,
} as const;

/** One client connection, on either listener. */
export const CONNECTION = {
  headerBytes: 64 * KIB,
  /** From connecting, or from the previous answer, to the last byte of a request's headers. */
  headersMs: 20_000,
  /** From a request's first byte to the last byte of its body. */
  requestMs: 30_000,
  /** A client that reads nothing of its answer for this long is disconnected. */
  stalledMs: 30_000,
  /** How often these limits are checked. */
  checkedEveryMs: 1_000,
  /** Concurrent connections per address; configurable. */
  perAddress: 256,
} as const;

/** Requests per address to the sign-in pages; each may store a record for ten minutes. */
export const SIGN_IN = {
  perMinute: 120,
  /** How long a link works that one person sends to another. */
  linkMs: 24 * 3_600_000,
  /** Of each value a provider sends back through the browser: the code, the state, an error. */
  parameterCharacters: 2_000,
  /** Of the logged reason for a failed sign-in: enough for a library's message, while a provider may send anything. */
  reasonCharacters: 300,
  /** Of one answer from a sign-in provider or of a proxy's keys, after decompression. */
  answerBytes: MIB,
} as const;

/** What a listing shows of an event's changes; the event itself shows all of them. */
export const TIMELINE = {
  /** All of them together, as JSON. */
  changesBytes: 8 * KIB,
  /** One value, as JSON. */
  valueBytes: KIB,
  /** Of the events that one page reads; the rest are listed without what they contain. */
  readBytes: 4 * MIB,
} as const;

/** Undos, and pages of events: both read the log, whose events may be as large as an append. */
export const UNDO = {
  /** Undos, previews and histories worked on at the same time, of one workspace and in all; others wait. As many pages of events. */
  atOncePerWorkspace: 2,
  atOnce: 4,
  /** How long they wait. */
  waitMs: 10_000,
  /** How long they take, their wait and their rests included. */
  withinMs: 120_000,
  /** How long a long read rests, as a multiple of the time that it works: so most of a thread's time is left to other requests. */
  rests: 3,
  /** Records whose histories one preview reads at the same time. */
  records: 4,
  /** Of the events of one record that one undo holds: twice what it could append to revert them. */
  heldBytes: 2 * APPEND.bytes,
} as const;

export const IMPORT = {
  /** One import, including its wait for others. */
  withinMs: 60_000,
  /** Imports of one workspace that run at the same time: they share the providers' rate limits with those of others. */
  atOncePerWorkspace: 5,
  /** DOIs that the dashboard looks up together. */
  dois: 200,
} as const;

/** A list of references that staff import from a file or paste: BibTeX, RIS or CSL-JSON. */
export const REFERENCES = {
  bytes: 2 * MIB,
  entries: 2_000,
  /** One entry as written, with its abbreviations written out. */
  entryBytes: 128 * KIB,
  /** All entries with their abbreviations written out: each may use a long one many times. */
  expandedBytes: 4 * MIB,
  /** Levels of braces in an entry. */
  depth: 40,
  /** Fields of an entry. */
  fields: 2_000,
  /** Reading a list, in a thread of its own. */
  readMs: 120_000,
  memoryMb: 384,
  /** Lists that one process reads at the same time; others wait, as long as reading may take. */
  atOnce: 2,
  /** Existing items that an entry may be, which staff choose from. */
  candidates: 5,
  /** Items with the same title that are compared with an entry. */
  compared: 20,
  /** How long a list that was read can be imported. */
  keptMs: 24 * 3_600_000,
} as const;

/** Saved views of the list of publications. */
export const VIEWS = {
  perWorkspace: 100,
  /** Of one person's own in one workspace. */
  perPerson: 100,
  nameCharacters: 60,
  /** As in an address, where a character of a search may take twelve. */
  queryCharacters: 7_000,
} as const;

/** The total number of rows in a listing. */
export const TOTAL = {
  /** Totals up to this number are exact and counted for each request. */
  exact: 10_000,
  /** The maximum age of a larger total, unless counting takes longer. */
  ageMs: 5_000,
  /** Its maximum age even then. */
  oldestMs: 60_000,
  /** Larger totals of one collection and workspace that are counted at the same time. */
  counts: 25,
} as const;

/** What a row of a listing shows of a record on request, however large the record is. */
export const ROW_PARTS = {
  /** Authors; further ones are counted. */
  authors: 10,
  /** People linked to it. */
  people: 100,
  /** Linked people who are looked for by name among those authors. */
  lookedForByName: 20,
  /** How long an answer is kept in which citations are missing, since most of them are only late. */
  withoutCitationMs: 5_000,
} as const;

/** Bounds on answers with large items. */
export const ANSWER = {
  /** The items of one page of a walk, as JSON; the rest moves to the next page. */
  walkBytes: 4 * MIB,
  /** Suggestions per publication in a listing; a single publication shows all of them. */
  suggestions: 50,
  /** Works that a suggested person shares with the people linked, and the affiliations of the entry, per suggestion. */
  evidence: 3,
} as const;

/** A photo or logo that the server fetches from another website, for the dashboard. */
export const PICTURE = {
  bytes: 2 * MIB,
  redirects: 3,
  /** Per picture, redirects and the wait for others included. */
  ms: 10_000,
  /** Of one workspace. */
  atOncePerWorkspace: 4,
  /** All that a process keeps. */
  keptBytes: 64 * MIB,
  keptMs: 24 * 3_600_000,
  /** How long an address without a picture is not tried again. */
  missingMs: 600_000,
} as const;

export const AFFILIATIONS = {
  /** Earlier ones of a person, when staff add one. */
  corrected: 200,
} as const;

/** A photo of a person that staff choose from a file. */
export const PHOTO = {
  bytes: 2 * MIB,
  /** Former ones stay, so that a change can be undone. */
  perPerson: 10,
  /** In JSON, in Base64. */
  bodyBytes: 3 * MIB,
  /** Of its longer side in pixels, when the dashboard has made it smaller. */
  side: 1_200,
  /** How long it is kept before it is saved. */
  unsavedMs: 24 * 3_600_000,
} as const;

/** Citations of records, which one process writes for all workspaces. */
export const CITATION = {
  /** Per text of a name. */
  nameCharacters: TEXT.nameCharacters,
  /** Per record, after its lists and names are cut. */
  recordCharacters: 64 * KIB,
  /** Per citation, which takes milliseconds; one that takes longer is not tried again until its record changes. */
  itemMs: 1_000,
  /** How long the citations of one workspace are written before it is another's turn. */
  turnMs: 1_000,
  /** How long a request waits for its citations; those that are late are in the answer to the next one. */
  waitMs: 2_000,
  /** How long a process may take to load and to read a style, even on a busy machine. */
  prepareMs: 60_000,
  /** Formatted citations in one file: several minutes of work, and if it has headings, as many ids in memory. */
  listed: 100_000,
  /** The same without a key: strangers share the process that formats with everybody else. */
  listedForAnyone: 1_000,
  /** Citations per workspace that wait to be written: of two pages. */
  waiting: 2 * REQUEST.pageItems,
} as const;

/** The file of all public publications. */
export const CATALOGUE = {
  /** How often it is written. */
  ageMs: 24 * 3_600_000,
  /** How long a request waits for the first one. */
  waitMs: 20_000,
  /** When it is tried again after it could not be written. */
  retryMs: 600_000,
} as const;

/** An operator's own styles of citations. */
export const STYLE = {
  /** The longest of the official repository has a quarter of a million. */
  characters: 1_000_000,
  count: 500,
} as const;

/** A sheet of a spreadsheet: what Excel opens, with a row for the names of columns and some to spare. */
export const SHEET = {
  /** Further rows stand in further sheets. */
  rows: 1_000_000,
  /** In units of UTF-16; a longer text, such as thousands of authors, is cut. */
  cellCharacters: 32_767,
} as const;

/** The event streams by which dashboard pages follow changes of their workspace. */
export const FOLLOWING = {
  /** Records named in one message; it says so if more have changed. */
  records: 100,
  /** Streams per user: more than the windows anyone has open. */
  perUser: 20,
  /** Streams per process. */
  inAll: 1_000,
  /** How often an idle stream sends a heartbeat and checks that its session is still valid. */
  heartbeatMs: 10_000,
} as const;

/** A stored row of a read model: MongoDB's limit on documents. */
export const ROW = { bytes: 16 * MIB - KIB } as const;
