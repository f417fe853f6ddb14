/**
 * What most rows of publications have in common: field names in their usual order, and the beginnings of usual values. Rows can only be
 * read with the text that they were compressed with, so any change here needs a new version of the catalogue.
 */

const AT = 1_700_000_000_000;
const DOI = '10.1000/j.';
const answer = (provider: string, url: string) => ({ provider, url: `${url}10.1`, at: AT });

/** As providers give it: a dataset's fields first, then those of an article, which are most. */
const original = {
  publisher: 'Zenodo',
  author: [
    { literal: '', affiliation: [{ name: 'University of ' }] },
    { given: '', family: '' },
    { given: 'J.', family: '', ORCID: 'https://orcid.org/0000-0003-' },
    { ORCID: 'https://orcid.org/0000-0002-' },
    { ORCID: 'https://orcid.org/0000-0001-' },
  ],
  type: 'article-journal',
  title: '',
  ISBN: ['9783'],
  issued: { 'date-parts': [[2020, 1, 1]] },
  'container-title': 'Journal of ',
  volume: '1',
  issue: '1',
  page: '1-10',
  ISSN: ['1'],
  DOI,
  URL: `https://doi.org/${DOI}`,
  language: 'en',
  abstract: 'In this the and of to that with for ',
};

const view = {
  addedAt: AT,
  publicSince: { position: 1, at: AT },
  linkedLater: {},
  lastEditedAt: null,
  deletedAt: null,
  sources: {
    answers: [
      answer('crossref', 'https://api.crossref.org/works/'),
      answer('datacite', 'https://api.datacite.org/dois/'),
    ],
    of: Object.fromEntries(Object.keys(original).map((field) => [field, 0])),
  },
  state: {
    status: 'active',
    notices: [],
    doi: DOI,
    visible: true,
    original,
    source: { provider: 'crossref', url: 'https://api.crossref.org/works/10.1', etag: '"1"' },
    fetchedAt: AT,
    enrichment: { openalex_id: 'W2', open_access_status: 'bronze green hybrid gold closed', is_retracted: false },
    citedByCount: 1,
    overlay: {},
    baselines: {},
    custom: { q: null, q_percentage: null, if_value: null, if5a_value: null, funding: null },
    links: { '0000-0002-': 'list', '0000-0001-': 'metadata' },
    unlinked: {},
    match: { suggested: [], strays: [] },
    editCount: 0,
  },
  revision: 1,
};

export const typicalRecord = JSON.stringify({
  view,
  lastEditedAt: null,
  deletedAt: null,
  cited: { type: 'article-journal' },
});
