/**
 * An invented little institute: ORCID's fictitious Josiah Carberry, colleagues who do not exist (iDs from a range that
 * ORCID does not assign), and works under Crossref's test prefix 10.5555.
 */
export type Colleague = {
  readonly orcid: string;
  readonly given: string;
  readonly family: string;
  readonly credit: string | null;
  readonly biography: string | null;
};

export type SampleWork = {
  /** Null: a work that nobody gave a DOI. */
  readonly doi: string | null;
  /** Which agency registered it, and so who describes it. */
  readonly registry: 'crossref' | 'datacite' | 'none';
  /** In Crossref's vocabulary. */
  readonly type: string;
  readonly title: string;
  readonly subtitle?: string;
  readonly container?: string;
  readonly publisher: string;
  readonly date: readonly number[];
  /** Keys of `COLLEAGUES`, or the name of somebody outside. A `!` at the end: the registry does not know the iD. */
  readonly authors: readonly string[];
  readonly abstract?: string;
  readonly citedBy: number;
  readonly openAccess: 'gold' | 'green' | 'hybrid' | 'bronze' | 'closed' | 'diamond';
  readonly retracted?: boolean;
  /** The DOI that this notice retracts. */
  readonly retracts?: string;
  /** Another identifier: type and value in ORCID's vocabulary. */
  readonly identifier?: readonly [type: string, value: string];
};

export const COLLEAGUES: Readonly<Record<string, Colleague>> = {
  carberry: {
    orcid: '0000-0002-1825-0097',
    given: 'Josiah',
    family: 'Carberry',
    credit: 'Josiah S. Carberry',
    biography: 'Professor of psychoceramics, the study of cracked pots. Fictitious, and widely cited.',
  },
  brunnhofer: {
    orcid: '0000-0000-0000-1012',
    given: 'Ilse',
    family: 'Brünnhöfer',
    credit: null,
    biography: 'Listens to kilns.',
  },
  agisdottir: { orcid: '0000-0000-0000-2023', given: 'Þóra', family: 'Ægisdóttir', credit: null, biography: null },
  wojtowicz: { orcid: '0000-0000-0000-3034', given: 'Łucjan', family: 'Wójtowicz-Gęś', credit: null, biography: null },
  hayama: {
    orcid: '0000-0000-0000-4045',
    given: '美晴',
    family: '葉山',
    credit: 'Miharu Hayama (葉山 美晴)',
    biography: null,
  },
  okonjo: { orcid: '0000-0000-0000-5056', given: 'Amara', family: 'Okonjo-Fıstık', credit: null, biography: null },
};

/** Of somebody whose list ORCID does not hand out. */
export const LOCKED = '0000-0000-0000-6067';

const JOURNAL = {
  registry: 'crossref',
  type: 'journal-article',
  container: 'Annals of Psychoceramics',
  publisher: 'Cracked Pot Press',
} as const;

export const WORKS: readonly SampleWork[] = [
  {
    ...JOURNAL,
    doi: '10.5555/cpot.2019.001',
    title: 'On the resonance of cracked pots',
    date: [2019, 3, 9],
    authors: ['carberry', 'brunnhofer'],
    citedBy: 41,
    openAccess: 'gold',
    abstract: '<jats:p>A cracked pot answers a knock with two notes. We say why.</jats:p>',
  },
  {
    ...JOURNAL,
    doi: '10.5555/cpot.2020.014',
    title:
      'Crack growth as <mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:msup><mml:mi>t</mml:mi><mml:mrow><mml:mn>1</mml:mn><mml:mo>/</mml:mo><mml:mn>2</mml:mn></mml:mrow></mml:msup></mml:math> in stoneware',
    date: [2020, 11],
    authors: ['brunnhofer', 'carberry', 'wojtowicz'],
    citedBy: 17,
    openAccess: 'hybrid',
  },
  {
    ...JOURNAL,
    doi: '10.5555/cpot.2021.007',
    title: 'The glaze of <i>Terra sigillata</i> contains no H<sub>2</sub>O &amp; little else',
    date: [2021, 2, 1],
    authors: ['wojtowicz', 'carberry!'],
    citedBy: 6,
    openAccess: 'closed',
  },
  {
    ...JOURNAL,
    doi: '10.5555/cpot.2021.031',
    title: 'Über die Sprödigkeit gebrannter Gefäße',
    subtitle: 'Ein Beitrag zur Ångström-Skala',
    date: [2021],
    authors: ['brunnhofer', 'agisdottir'],
    citedBy: 3,
    openAccess: 'green',
  },
  {
    ...JOURNAL,
    doi: '10.5555/cpot.2022.002',
    title: '割れた壺の心理学',
    subtitle: '序説',
    date: [2022, 4, 1],
    authors: ['hayama', 'carberry'],
    citedBy: 12,
    openAccess: 'diamond',
  },
  {
    ...JOURNAL,
    doi: '10.5555/cpot.2022.018',
    title: 'Психокерамика: обзор трещин',
    date: [2022, 9, 30],
    authors: ['wojtowicz', 'Guest, Gleb'],
    citedBy: 1,
    openAccess: 'bronze',
  },
  {
    ...JOURNAL,
    doi: '10.5555/cpot.2023.005',
    title: 'علم نفس الفخار المكسور',
    date: [2023, 1, 15],
    authors: ['okonjo', 'carberry'],
    citedBy: 0,
    openAccess: 'gold',
  },
  {
    ...JOURNAL,
    doi: '10.5555/cpot.2023.021',
    title: 'A pot that never cracked',
    date: [2023, 6, 12],
    authors: ['okonjo', 'brunnhofer!', 'Doe, Jane'],
    citedBy: 9,
    openAccess: 'closed',
    retracted: true,
  },
  {
    ...JOURNAL,
    doi: '10.5555/cpot.2023.021-r',
    title: 'Retraction: A pot that never cracked',
    date: [2023, 10, 2],
    authors: ['okonjo'],
    citedBy: 0,
    openAccess: 'closed',
    retracts: '10.5555/cpot.2023.021',
  },
  {
    ...JOURNAL,
    doi: '10.5555/cpot.2024.003',
    title: 'Six people and a kiln: a multi-centre study',
    date: [2024, 2, 29],
    authors: ['carberry', 'brunnhofer', 'agisdottir', 'wojtowicz', 'hayama', 'okonjo'],
    citedBy: 5,
    openAccess: 'gold',
    abstract:
      '<jats:title>Background</jats:title><jats:p>Nobody had fired <jats:italic>one</jats:italic> pot in six places.</jats:p>',
  },
  {
    ...JOURNAL,
    doi: '10.5555/cpot.2025.001',
    title: 'Measuring despair in earthenware (α = 0.05, p < 10⁻³)',
    date: [2025, 1],
    authors: ['agisdottir', 'hayama'],
    citedBy: 0,
    openAccess: 'green',
  },
  {
    doi: '10.5555/preprint.8842',
    registry: 'crossref',
    type: 'posted-content',
    title: 'Six people and a kiln: a multi-centre study [preprint]',
    publisher: 'PotXiv',
    date: [2023, 8, 17],
    authors: ['carberry', 'hayama!', 'okonjo'],
    citedBy: 2,
    openAccess: 'green',
  },
  {
    doi: '10.5555/book.shards',
    registry: 'crossref',
    type: 'book',
    title: 'Shards: A Reader',
    publisher: 'Cracked Pot Press',
    date: [2018],
    authors: ['carberry', 'wojtowicz'],
    citedBy: 63,
    openAccess: 'closed',
  },
  {
    doi: '10.5555/book.shards.ch4',
    registry: 'crossref',
    type: 'book-chapter',
    title: 'What the potter knew',
    container: 'Shards: A Reader',
    publisher: 'Cracked Pot Press',
    date: [2018],
    authors: ['agisdottir'],
    citedBy: 8,
    openAccess: 'closed',
  },
  {
    doi: '10.5555/conf.kiln.77',
    registry: 'crossref',
    type: 'proceedings-article',
    title: 'Real-time knocking',
    container: 'Proceedings of the 7th Symposium on Kilns',
    publisher: 'Kiln Society',
    date: [2017, 7],
    authors: ['brunnhofer', 'okonjo'],
    citedBy: 22,
    openAccess: 'bronze',
  },
  {
    doi: '10.5555/data.knocks.v2',
    registry: 'datacite',
    type: 'dataset',
    title: '12,408 knocks on 311 pots',
    publisher: 'The Pot Archive',
    date: [2024, 5, 6],
    authors: ['brunnhofer', 'carberry'],
    citedBy: 4,
    openAccess: 'green',
    abstract: 'Sound recordings at 96 kHz, with the pot’s age and temper.',
  },
  {
    doi: '10.5555/soft.potlib',
    registry: 'datacite',
    type: 'software',
    title: 'potlib: a library for cracked pots',
    publisher: 'The Pot Archive',
    date: [2022, 12],
    authors: ['hayama'],
    citedBy: 0,
    openAccess: 'green',
  },
  {
    doi: null,
    registry: 'none',
    type: 'conference-paper',
    title: 'Knocking politely (talk without a DOI)',
    publisher: 'Kiln Society',
    date: [2016, 9],
    authors: ['carberry'],
    citedBy: 0,
    openAccess: 'closed',
    identifier: ['source-work-id', 'talk-16-09'],
  },
  {
    doi: null,
    registry: 'none',
    type: 'book',
    title: 'Pots for Children',
    publisher: 'Cracked Pot Press',
    date: [2015],
    authors: ['agisdottir'],
    citedBy: 0,
    openAccess: 'closed',
    identifier: ['isbn', '9780000000002'],
  },
];

export type Author = {
  readonly given: string;
  readonly family: string;
  readonly orcid: string | null;
  readonly inRegistry: boolean;
};

/** The authors of a work, with iDs where they have one, and whether the registry knows it. */
export const authorsOf = ({ authors }: SampleWork): readonly Author[] =>
  authors.map((entry) => {
    const inRegistry = !entry.endsWith('!');
    const colleague = COLLEAGUES[entry.replace(/!$/, '')];
    if (colleague !== undefined) return { ...colleague, inRegistry };
    const [family = entry, given = ''] = entry.split(', ');
    return { given, family, orcid: null, inRegistry };
  });
