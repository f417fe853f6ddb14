/** What the identifiers of relations stand for: the keys under which a catalogue may have the work, and its address on the web. */
import { doiUrl } from '../doi.ts';
import { identifierOf } from '../publication/identifiers.ts';
import { arxivIdOf, isbn13, nameOf } from '../publication/naming.ts';
import type { IdentifierType, Relation } from './relations.ts';

type Named = Pick<Relation, 'id' | 'id-type'>;

/** arXiv's own DOI of each of its works: https://info.arxiv.org/help/doi.html */
const ARXIV_DOI = '10.48550/arxiv.';

const keysOfArxiv = (id: string): readonly string[] => [
  `${ARXIV_DOI}${id}`,
  nameOf({ type: 'arxiv', value: id.toLowerCase() }),
];

/** DOIs, and keys of works without one; none for an identifier that is not of a single work, such as an ISSN. */
export const keysNamed = ({ id, 'id-type': type }: Named): readonly string[] => {
  if (type === 'other') return [];
  const arxiv = type === 'doi' || type === 'arxiv' || type === 'uri' ? arxivIdOf(id) : null;
  if (arxiv !== null) return keysOfArxiv(arxiv);
  if (type === 'doi') return [id];
  const found = identifierOf(type, id);
  if (found === null) return [];
  const key = nameOf(found);
  return type === 'isbn' ? [...new Set([nameOf({ type, value: isbn13(found.value) }), key])] : [key];
};

const ADDRESSES: Readonly<Record<IdentifierType, (id: string) => string | null>> = {
  doi: doiUrl,
  isbn: () => null,
  issn: (id) => `https://portal.issn.org/resource/ISSN/${id}`,
  arxiv: (id) => `https://arxiv.org/abs/${id}`,
  pmid: (id) => `https://pubmed.ncbi.nlm.nih.gov/${id}/`,
  pmcid: (id) => `https://pmc.ncbi.nlm.nih.gov/articles/${id}/`,
  handle: (id) => `https://hdl.handle.net/${encodeURI(id)}`,
  uri: (id) => id,
  other: () => null,
};

/** Null for an identifier without one. */
export const addressNamed = ({ id, 'id-type': type }: Named): string | null => ADDRESSES[type](id);
