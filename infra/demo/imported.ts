/**
 * Works that are on nobody's list and name authors without iDs: staff import them by DOI, and who wrote them is a suggestion.
 * The title of the first is misprinted by its registry.
 */
import type { SampleWork } from './catalogue.ts';

const STUDIES = {
  registry: 'crossref',
  type: 'journal-article',
  container: 'Historical Kiln Studies',
  publisher: 'Kiln Society',
  openAccess: 'bronze',
} as const;

export const IMPORTED: readonly SampleWork[] = [
  {
    ...STUDIES,
    doi: '10.5555/hks.2014.011',
    title: 'Galzes of the Bronze Age',
    date: [2014, 5],
    authors: ['Carberry, J. S.', 'Doe, Jane'],
    citedBy: 28,
  },
  {
    ...STUDIES,
    doi: '10.5555/hks.2012.002',
    title: 'A short history of the handle',
    date: [2012, 11],
    authors: ['Carberry, Josiah', 'Brünnhöfer, I.'],
    citedBy: 2,
  },
  {
    ...STUDIES,
    doi: '10.5555/hks.2013.006',
    title: 'Lids, and what they keep in',
    date: [2013, 6, 30],
    authors: ['Ægisdóttir, Þóra'],
    citedBy: 11,
  },
  {
    ...STUDIES,
    doi: '10.5555/hks.2015.003',
    title: 'Handles, and what they hold',
    date: [2015, 2, 17],
    authors: ['Brünnhöfer, I.', 'Carberry, Josiah'],
    citedBy: 7,
  },
  {
    ...STUDIES,
    doi: '10.5555/hks.2016.020',
    title: 'Kilns that remember',
    date: [2016, 10],
    authors: ['Wójtowicz-Gęś, Ł.'],
    citedBy: 12,
  },
  {
    ...STUDIES,
    doi: '10.5555/hks.2016.021',
    title: 'Notes on spouts',
    date: [2016, 10],
    authors: ['Ægisdóttir, Þóra', 'Guest, Gleb'],
    citedBy: 0,
  },
  {
    ...STUDIES,
    doi: '10.5555/hks.2017.008',
    title: 'Shards in translation',
    date: [2017, 4, 3],
    authors: ['Okonjo-Fıstık, A.', 'Doe, Jane'],
    citedBy: 15,
  },
  {
    ...STUDIES,
    doi: '10.5555/hks.2018.001',
    title: 'The acoustics of amphorae',
    date: [2018, 1, 8],
    authors: ['Brunnhofer, Ilse', 'Ægisdóttir, Þóra'],
    citedBy: 33,
  },
  {
    ...STUDIES,
    doi: '10.5555/hks.2019.014',
    title: 'The weight of clay',
    date: [2019, 7],
    authors: ['Carberry, J.'],
    citedBy: 4,
  },
  {
    ...STUDIES,
    doi: '10.5555/hks.2020.002',
    title: 'Why pots crack twice',
    date: [2020, 1, 20],
    authors: ['Okonjo-Fistik, Amara', 'Wojtowicz-Ges, Lucjan'],
    citedBy: 19,
  },
  {
    ...STUDIES,
    doi: '10.5555/hks.2021.019',
    title: 'Wheels before wheels',
    date: [2021, 9],
    authors: ['Wójtowicz-Gęś, Łucjan', 'Okonjo-Fıstık, Amara'],
    citedBy: 6,
  },
  {
    ...STUDIES,
    doi: '10.5555/book.handbook',
    type: 'book',
    title: 'A Handbook of Psychoceramics',
    date: [2021],
    authors: ['Hayama, M.', 'Brünnhöfer, Ilse', 'Carberry, Josiah S.'],
    citedBy: 51,
  },
];
