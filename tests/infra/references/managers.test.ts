/** Lists as reference managers and databases write them: each entry says what it said there. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describedBy } from '../../../domain/reference-import/compare.ts';
import { isReadable, type Reference } from '../../../domain/reference-import/entry.ts';
import { readReferences } from '../../../infra/references/read.ts';
import { suite } from '../../support/suite.ts';

const LISTS = new URL('./lists/', import.meta.url);

const read = async (name: string): Promise<readonly Reference[]> => {
  const { entries } = readReferences(await readFile(new URL(name, LISTS)), null);
  assert.deepEqual(
    entries.filter((entry) => !isReadable(entry)),
    [],
    name,
  );
  return entries.filter(isReadable);
};

/** Type, title, year, authors or editors, DOI, and the fields of its container. */
const saidBy = (entry: Reference): string => {
  const { type, title, year, names } = describedBy(entry.item);
  const { 'container-title': container, volume, issue, page } = entry.item;
  const rest = [container, volume, issue, page].map((each) => (typeof each === 'string' ? each : '-'));
  return [type, title, year, names.join('; '), entry.doi ?? '-', ...rest].join(' | ');
};

const SAID: Readonly<Record<string, readonly string[]>> = {
  'zotero.bib': [
    'article-journal | Glass and Roman Trade: Evidence from Köln and H₂O isotopes | 2019 | Nowak, Zofia; van der Berg, Jan; Kölner Arbeitsgruppe Glas | 10.5555/zotero_glass.1 | Archaeological Journal | 12 | 3 | 101-118',
    'chapter | Pots | 2001 | Meyer, Anna | - | Handbook of Ceramics | - | - | 3-9',
    'thesis | Über den Wein | 2010 | Blank, Dörte | - | - | - | - | -',
    'article | A preprint on jars | 2022 | Lee, Ho | - | - | - | - | -',
  ],
  'mendeley.bib': [
    "article-journal | Coffee in the Øresund region | 2014 | García-Pérez, José; Łukasiewicz, Jan; O'Brien, M. J. | 10.5555/mendeley.2014 | J. Urban Stud. | 7 | 1 | 1-20",
  ],
  'endnote.bib': [
    'book | Vom Ton zum Topf: eine Geschichte | 1998 | Fischer, Karl; Weber, Eva | - | - | - | - | -',
    'paper-conference | Sherds at scale | 2005 | Wang, Li | 10.5555/endnote.13 | Proceedings of the Conference on Sherds | - | - | 77-81',
  ],
  'citavi.bib': [
    'book | Sammelband der Gefäße | 2003 | Huber, Jürgen | - | - | - | - | -',
    'chapter | Amphoren | 2003 | Sommer, Ina | - | Sammelband der Gefäße | - | - | 55-80',
  ],
  'jabref.bib': [
    "article-journal | The β-function of clay: A review | 2020 | Kim, Soo-jin; van 't Hoff, Anna | 10.5555/jabref.2020 | Antiquity Journal | 5 | 2 | -",
    'report | Excavation report | 2011 | Rossi, Mario | - | - | - | - | -',
  ],
  'scopus.bib': [
    'article-journal | Kilns of the north | 2018 | Silva, A.; Costa, B.M. | 10.5555/scopus.2018.01.001 | Journal of Kilns | 9 | 4 | 123-140',
  ],
  'web-of-science.bib': [
    'article-journal | Early glazes: A study of lead | 2012 | Brown, T. R.; Green, P. | 10.5555/wos.2012 | JOURNAL OF GLAZES | 33 | 2, SI | 201-210',
  ],
  'google-scholar.bib': ['book | A history of jars | 1975 | Doe, Jane | - | - | 2 | - | -'],
  'zotero.ris': [
    'article-journal | Glass and Roman Trade | 2019 | Nowak, Zofia; van der Berg, Jan | 10.5555/ris_zotero.1 | Archaeological Journal | 12 | 3 | 101-118',
    'chapter | Pots | 2001 | Meyer, Anna | - | Handbook of Ceramics | - | - | 3-9',
  ],
  'mendeley.ris': [
    "article-journal | Coffee in the Øresund region | 2014 | García-Pérez, José; O'Brien, M. J. | 10.5555/mendeley.ris | J. Urban Stud. | 7 | 1 | 1-20",
  ],
  'endnote.ris': [
    'book | Vom Ton zum Topf: eine Geschichte | 1998 | Fischer, Karl; Weber, Eva | - | - | - | - | -',
    'paper-conference | Sherds at scale | 2005 | Wang, Li | 10.5555/endnote.ris.13 | Proceedings of the Conference on Sherds | - | - | 77-81',
  ],
  'citavi.ris': ['chapter | Amphoren | 2003 | Sommer, Ina | - | Sammelband der Gefäße | - | - | 55-80'],
  'scopus.ris': [
    'article-journal | Kilns of the north | 2018 | Silva, A.; Costa, B.M. | 10.5555/scopus.ris | Journal of Kilns | 9 | 4 | 123-140',
  ],
  'web-of-science.ris': [
    'article-journal | Early glazes: A study of lead | 2012 | Brown, TR; Green, P | 10.5555/wos.ris | JOURNAL OF GLAZES | 33 | 2 | 201-210',
  ],
  'google-scholar.ris': ['book | A history of jars | 1975 | Doe, Jane | - | - | - | - | -'],
  'pubmed.nbib': [
    'article-journal | Safety and efficacy of a vaccine with a title that goes on in a second line | 2020 | Polack, Fernando P; Thomas, Stephen J; Clinical Trial Group | 10.5555/pubmed.2020 | The New England journal of medicine | 383 | 27 | 2603-2615',
  ],
  'zotero.json': [
    'article-journal | Glass & <i>Roman</i> trade | 2019 | Nowak, Zofia; van der Berg, Jan | 10.5555/csl.1 | Archaeological Journal | 12 | 3 | 101-118',
    'book | Pots | 2001 | Pottery Society | - | - | - | - | -',
  ],
};

const reading = suite('a list as it is exported');

for (const [name, said] of Object.entries(SAID))
  reading(`${name} keeps what it says`, async () => assert.deepEqual((await read(name)).map(saidBy), said));

reading('keeps editors, publishers, series and ISBNs', async () => {
  for (const name of ['zotero.bib', 'zotero.ris']) {
    const chapter = (await read(name))[1]?.item;
    assert.deepEqual(chapter?.editor, [
      { family: 'Schulz', given: 'Bernd' },
      { family: 'Krüger', given: 'Carla' },
    ]);
    assert.deepEqual([chapter?.publisher, chapter?.['ISBN']], ['Example', '9780306406157']);
  }
});

reading('keeps dates as precise as they are', async () => {
  const issued = async (name: string) => (await read(name))[0]?.item.issued?.['date-parts']?.[0];
  assert.deepEqual(await issued('zotero.bib'), [2019, 3]);
  assert.deepEqual(await issued('web-of-science.bib'), [2012, 3, 5]);
  assert.deepEqual(await issued('web-of-science.ris'), [2012, 3, 5]);
  assert.deepEqual(await issued('jabref.bib'), [2020, 7, 15]);
  assert.deepEqual(await issued('pubmed.nbib'), [2020, 12, 31]);
});

reading('names a work by its identifiers, but a part not by the ISBN of the whole', async () => {
  const keys = async (name: string) => (await read(name)).map(({ aliases }) => aliases.map(({ key }) => key));
  assert.deepEqual(await keys('zotero.bib'), [[], [], [], ['arxiv.2201.01234']]);
  assert.deepEqual(await keys('endnote.ris'), [['isbn.316148410x'], []]);
  assert.deepEqual(await keys('pubmed.nbib'), [['pmid.33301246', 'pmc.pmc7745181']]);
});
