/** Formatted citations as a document for Word (ECMA-376, part 1, §17): a paragraph each, with headings that its navigation shows. */
import { styled, type Mark } from '../markup.ts';
import { contentTypes, packaged, relationships, XML, xmlText } from '../ooxml.ts';
import { partsOf, type Bibliography } from './bibliography.ts';

const MAIN = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const DOCUMENT = 'word/document.xml';

/** In the order of the schema (§17.3.2.28). */
const PROPERTIES: readonly (readonly [Mark, string])[] = [
  ['b', '<w:b/>'],
  ['i', '<w:i/>'],
  ['small-caps', '<w:smallCaps/>'],
  ['sub', '<w:vertAlign w:val="subscript"/>'],
  ['sup', '<w:vertAlign w:val="superscript"/>'],
];

type Run = { readonly text: string; readonly marks: readonly Mark[] };

/** What separates runs while the markup is read. No text of a record has it. */
const BREAK = '\0';

/** The pieces of a text with the marks that they have. */
const runsIn = (markup: string): readonly Run[] => {
  const opened = (mark: Mark): string => `${BREAK}+${mark}${BREAK}`;
  const flat = styled(markup, {
    text: (text) => text.replaceAll(BREAK, ''),
    marked: (mark, inside) => `${opened(mark)}${inside}${BREAK}-${BREAK}`,
  });
  const marks: Mark[] = [];
  const runs: Run[] = [];
  flat.split(BREAK).forEach((piece, n) => {
    if (n % 2 === 0) {
      if (piece !== '') runs.push({ text: piece, marks: [...marks] });
    } else if (piece === '-') marks.pop();
    else marks.push(piece.slice(1) as Mark);
  });
  return runs;
};

const run = (content: string, properties = ''): string =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}${content}</w:r>`;

const written = (text: string): string => `<w:t xml:space="preserve">${xmlText(text)}</w:t>`;

/** A field, whose address needs no list of addresses elsewhere in the file (§17.16.5.25). */
const link = (text: string, url: string): string => {
  const field = (kind: string): string => run(`<w:fldChar w:fldCharType="${kind}"/>`);
  const address = xmlText(` HYPERLINK "${url.replaceAll('"', '%22').replaceAll('\\', '%5C')}" `);
  const instruction = run(`<w:instrText xml:space="preserve">${address}</w:instrText>`);
  return `${field('begin')}${instruction}${field('separate')}${run(written(text), '<w:rStyle w:val="Hyperlink"/>')}${field('end')}`;
};

const runOf = ({ text, marks }: Run, doi: string | null): string => {
  const properties = PROPERTIES.flatMap(([mark, property]) => (marks.includes(mark) ? [property] : [])).join('');
  return partsOf(text, doi)
    .map(({ text: part, url }) => (url === null ? run(written(part), properties) : link(part, url)))
    .join('');
};

const paragraph = (style: string, runs: string): string =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${runs}</w:p>`;

const style = (id: string, kind: string, name: string, properties: string): string =>
  `<w:style w:type="${kind}" w:styleId="${id}"${id === 'Normal' ? ' w:default="1"' : ''}><w:name w:val="${name}"/>` +
  `${id === 'Normal' || kind === 'character' ? '' : '<w:basedOn w:val="Normal"/>'}${properties}</w:style>`;

const STYLES =
  `${XML}<w:styles xmlns:w="${MAIN}"><w:docDefaults><w:rPrDefault><w:rPr>` +
  '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>' +
  style('Normal', 'paragraph', 'Normal', '<w:qFormat/>') +
  style(
    'Heading1',
    'paragraph',
    'heading 1',
    '<w:next w:val="Bibliography"/><w:qFormat/><w:pPr><w:keepNext/><w:spacing w:before="360" w:after="120"/>' +
      '<w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:sz w:val="28"/></w:rPr>',
  ) +
  style(
    'Bibliography',
    'paragraph',
    'Bibliography',
    '<w:pPr><w:spacing w:after="120"/><w:ind w:left="567" w:hanging="567"/></w:pPr>',
  ) +
  style('Hyperlink', 'character', 'Hyperlink', '<w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr>') +
  '</w:styles>';

const filesOf = async function* (paragraphs: AsyncIterable<string>): AsyncIterable<readonly [string, string]> {
  const named = { [DOCUMENT]: `${TYPE}.document.main+xml`, 'word/styles.xml': `${TYPE}.styles+xml` };
  yield ['[Content_Types].xml', contentTypes('application/xml', named)];
  yield ['_rels/.rels', relationships([['officeDocument', DOCUMENT]])];
  yield ['word/_rels/document.xml.rels', relationships([['styles', 'styles.xml']])];
  yield ['word/styles.xml', STYLES];
  for await (const text of paragraphs) yield [DOCUMENT, text];
};

/** An A4 page. */
const PAGE =
  '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/>' +
  '<w:pgMar w:top="1418" w:right="1418" w:bottom="1418" w:left="1418" w:header="709" w:footer="709" w:gutter="0"/></w:sectPr>';

export const docx: Bibliography = {
  type: `${TYPE}.document`,
  extension: 'docx',
  before: () => `${XML}<w:document xmlns:w="${MAIN}"><w:body>`,
  heading: (name) => paragraph('Heading1', run(written(name))),
  entry: (markup, doi) =>
    paragraph(
      'Bibliography',
      runsIn(markup)
        .map((each) => runOf(each, doi))
        .join(''),
    ),
  after: `${PAGE}</w:body></w:document>`,
  packed: (paragraphs) => packaged(filesOf(paragraphs)),
};
