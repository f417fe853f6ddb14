/** Formatted citations as files: numbered, linked, under headings, and the text that they are in each form. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeHTML, decodeXML } from 'entities';
import { NUMBER_PLACE } from '../../domain/publication/cited.ts';
import { inertMarkup } from '../../domain/text/inert.ts';
import { BIBLIOGRAPHIES, bibliographyIn, type Cited, type Section } from '../../formats/bibliography/index.ts';
import { groupName, groupOf, inGroupOrder } from '../../formats/bibliography/groups.ts';
import { anyText, normalized } from '../support/exported.ts';
import { collected, filesIn } from '../support/package-reader.ts';
import { suite } from '../support/suite.ts';

const writing = suite('a bibliography');

const fileOf = async (name: keyof typeof BIBLIOGRAPHIES, ...sections: readonly Section[]): Promise<Uint8Array> => {
  const given = async function* (): AsyncIterable<Section> {
    for (const section of sections) yield await Promise.resolve(section);
  };
  return collected(bibliographyIn(BIBLIOGRAPHIES[name], 'en', given()));
};

const textOf = async (name: 'html' | 'text', ...sections: readonly Section[]): Promise<string> =>
  Buffer.from(await fileOf(name, ...sections)).toString();

const cited = (citation: string | null, doi = '10.5555/a'): Cited => ({ doi, title: 'Its title', citation });
const section = (...all: readonly Cited[]): Section => ({ heading: null, cited: all });

/** Paragraphs of a document, with the marks of their runs. */
const paragraphsOf = async (...sections: readonly Section[]): Promise<readonly string[]> => {
  const document = filesIn(await fileOf('docx', ...sections))['word/document.xml'] ?? '';
  return [...document.matchAll(/<w:p>(.*?)<\/w:p>/gsu)].map(([, paragraph = '']) =>
    [...paragraph.matchAll(/<w:t xml:space="preserve">(.*?)<\/w:t>/gsu)].map(([, run = '']) => decodeXML(run)).join(''),
  );
};

writing('numbers citations in styles that do, throughout', async () => {
  const text = await textOf('text', section(cited(`[${NUMBER_PLACE}] A. 10.5555/a`)), {
    heading: '2020',
    cited: [cited(`[${NUMBER_PLACE}] B. 10.5555/a`)],
  });
  assert.equal(text, '[1] A. 10.5555/a\n\n# 2020\n\n[2] B. 10.5555/a\n\n');
});

writing('gives the DOI where the style does not, and the title where it has no citation', async () =>
  assert.equal(
    await textOf('text', section(cited('A, 2020'), cited('B. https://doi.org/10.5555/a'), cited(null))),
    'A, 2020. https://doi.org/10.5555/a\n\nB. https://doi.org/10.5555/a\n\nIts title. https://doi.org/10.5555/a\n\n',
  ),
);

writing('links the DOI in HTML, and nothing else', async () => {
  const doi = '10.1002/(sici)1<1661::aid>2.0';
  const citation = `A <i>b</i> & <b>c < https://example.org <script>x</script> https://doi.org/${doi}`;
  const html = await textOf('html', section(cited(citation, doi)));
  assert.ok(html.includes('A <i>b</i> &amp; '), html);
  assert.ok(!html.includes('<script>') && !html.includes('href="https://example.org'));
  assert.ok(html.includes('<a href="https://doi.org/10.1002/(sici)1%3C1661::aid%3E2.0">'), html);
});

writing('has marks and links in a document', async () => {
  const document = filesIn(
    await fileOf('docx', {
      heading: 'Books & more',
      cited: [cited('A <i>b <b>c</b></i> H<sub>2</sub>O 10.5555/a https://doi.org/10.5555/a')],
    }),
  );
  assert.deepEqual(Object.keys(document), [
    '[Content_Types].xml',
    '_rels/.rels',
    'word/_rels/document.xml.rels',
    'word/styles.xml',
    'word/document.xml',
  ]);
  const text = document['word/document.xml'] ?? '';
  assert.match(text, /<w:pStyle w:val="Heading1"\/><\/w:pPr><w:r><w:t xml:space="preserve">Books &amp; more</u);
  assert.match(text, /<w:rPr><w:b\/><w:i\/><\/w:rPr><w:t xml:space="preserve">c</u);
  assert.match(text, /<w:vertAlign w:val="subscript"\/><\/w:rPr><w:t xml:space="preserve">2</u);
  assert.match(text, / HYPERLINK &quot;https:\/\/doi\.org\/10\.5555\/a&quot; </u);
});

writing('is the same text in each form, whatever it is', () =>
  fc.assert(
    fc.asyncProperty(anyText, async (title) => {
      const one = section(cited(`${title} 10.5555/a`));
      const expected = normalized(inertMarkup(`${title} 10.5555/a`));
      const [paragraph = ''] = await paragraphsOf(one);
      const html = await textOf('html', one);
      const [, body = ''] = /<p class="csl-entry">(.*?)<\/p>/su.exec(html) ?? [];
      assert.equal(normalized(paragraph), expected);
      assert.equal(normalized(await textOf('text', one)), expected);
      assert.equal(normalized(decodeHTML(body.replace(/<[^<>]*>/gu, ''))), expected);
    }),
    { numRuns: 60 },
  ),
);

writing('has the latest year first, types as listed, and the rest last', () => {
  const years = ['2019', null, '2021'].sort(inGroupOrder('year'));
  assert.deepEqual(years, ['2021', '2019', null]);
  const types = ['chapter', 'hologram', 'classic', 'article-journal'].map((type) =>
    groupOf({ publicationType: type, publicationYear: null }, 'type'),
  );
  assert.deepEqual(
    types.sort(inGroupOrder('type')).map((key) => groupName(key, 'type', 'de-AT')),
    ['Bücher', 'Zeitschriftenartikel', 'Buchkapitel', 'Weitere Publikationen'],
  );
  assert.equal(groupName(null, 'year', 'en'), 'Without a year');
  assert.equal(groupOf({ publicationType: 'book', publicationYear: 2020 }, 'year'), '2020');
});
