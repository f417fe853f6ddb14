/** Whether a name is an organisation's: it has a word that no person's name has. */

/** Whole words, in the languages of most records. Those that are also surnames are left out, such as Bank, Press and Staff. */
const WORDS =
  'academia academie academy accademia administration agence agencia agencies agency agentur agenzia alliance archive archives ' +
  'archivio archivo asociacion associacao association associations associazione authority botanic botanical center centers centre ' +
  'centres centro centrum clinic coalition collaboration college comision comitato comite commission commissions committee ' +
  'committees community company consorcio consortium consorzio cooperative corporation council councils database dipartimento ' +
  'directorate division ecole editorial editors equipe escola escuela expedition federal federation fondation fondazione for ' +
  'foundation foundations fund fundacao fundacion fur gardens gmbh government group groupe groups grupo gruppo hopital ' +
  'hospital hospitalier hospitals inc incorporated industries initiative internacional international internationale internazionale ' +
  'investigacao investigacion investigaciones investigators klinik klinikum komitee kommission libraries library limited llc ltd ' +
  'members ministere ministerio ministero ministerstvo ministry musee museen museo museu museum museums nacional nationaal national ' +
  'nationale nations nazionale netwerk network networks netzwerk of office offices oficina organisation organizacion organization ' +
  'ospedale participants partnership plc program programm programme programmes programs project projects projekt projet proyecto ' +
  'publishers publishing recherche recherches registry repository research ricerca ricerche school schools science sciences ' +
  'scientific scuola secretariat senter service services servicio servico servicos servizio sociedad sociedade societa societe ' +
  'societies society station statistics stichting stiftung study survey task team teams technologies technology trust united ' +
  'verband verein vereinigung wetterdienst working workshop';
const BEGINNINGS =
  'akademi bibliote departa departe departm facult fakult forschung institu instytut laboratoi laborator observato univer uniwers';
/** `Forschungszentrum`, `Technische Informationsbibliothek`. */
const ENDS =
  'anstalt bibliothek bundesamt forschung gemeinschaft gesellschaft hochschule institut kommission landesamt ministerium museum sgruppe ' +
  'sternwarte stiftung universitat verband verein yliopisto zentrum';
const IN_OTHER_SCRIPTS =
  /大学|大學|研究所|研究院|学院|學院|学会|學會|委員会|委员会|センター|대학교|연구소|университет|институт|академия|центр/iu;

const anyOf = (words: string): string => words.replaceAll(' ', '|');
const WORD = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${anyOf(WORDS)}|(?:${anyOf(BEGINNINGS)})\\p{L}*|\\p{L}*(?:${anyOf(ENDS)}))(?![\\p{L}\\p{N}])`,
  'iu',
);

export const isOrganisation = (name: string): boolean =>
  WORD.test(name.normalize('NFD').replace(/\p{M}/gu, '')) || IN_OTHER_SCRIPTS.test(name);

/** Words of organisations that are also names: Robert Service, Phil Senter, Gunlög Fur, Trust Saidi. */
const SURNAMES = new Set(['centro', 'council', 'fur', 'nations', 'senter', 'service']);
const GIVEN_NAMES = new Set(['alliance', 'trust']);

/** The same of a name in parts, of which one alone may be such a name. */
export const isOrganisationInParts = (family: string, given = ''): boolean => {
  if (given !== '' && SURNAMES.has(family.toLowerCase())) return isOrganisation(given);
  return isOrganisation(GIVEN_NAMES.has(given.toLowerCase()) ? family : `${family} ${given}`);
};
