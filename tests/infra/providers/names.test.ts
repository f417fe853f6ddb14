/** Names in providers' records: a person's in parts, an organisation's in one piece. */
import assert from 'node:assert/strict';
import type { CslName } from '../../../domain/csl.ts';
import { cslFromCrossref } from '../../../infra/providers/crossref/work.ts';
import { cslFromDatacite } from '../../../infra/providers/datacite/record.ts';
import { cslFromOpenalex } from '../../../infra/providers/openalex/work.ts';
import { suite } from '../../support/suite.ts';

const names = suite('a name in a record');
const ORCID = '0000-0002-1825-0097';

const inDatacite = (creator: object): CslName | undefined => cslFromDatacite({ creators: [creator] }).author?.[0];
const inCrossref = (author: object): CslName | undefined => cslFromCrossref({ author: [author] }).author?.[0];
const inOpenalex = (raw: string): CslName | undefined =>
  cslFromOpenalex({ authorships: [{ raw_author_name: raw }] }).author?.[0];

names('of an organisation is in one piece, whatever is behind its comma', () => {
  for (const name of [
    "Volcanoes and Earth's Interior Research Center, Research Institute for Marine Geodynamics",
    'University of Example, Department of Things',
    'Ministry of Fisheries, Norway',
    'Dr. Remeis-Sternwarte Bamberg, Germany',
    'Forschungszentrum Jülich, Abteilung Boden',
    'Universidade Federal do Pará, Brasil',
    'Laboratoire de Géologie, Lyon',
    'Environment and Climate Change Canada, Ottawa',
    'Royal Botanic Gardens, Kew',
    '東京大学, 地震研究所',
    'Survey 2020, Team',
  ]) {
    assert.deepEqual(inDatacite({ name }), { literal: name });
    assert.deepEqual(inOpenalex(name), { literal: name });
  }
});

names('of an organisation is in one piece, even if the record has it in parts', () => {
  const parts = (familyName: string, givenName: string) => ({
    ...{ name: `${familyName}, ${givenName}`, nameType: 'Personal', givenName, familyName },
  });
  for (const [family, given, literal] of [
    ['Sea Level Center', 'University of Hawaii', 'Sea Level Center, University of Hawaii'],
    ['Ireland. Department of Arts', 'Culture', 'Ireland. Department of Arts, Culture'],
    ['University', 'The Australian National', 'The Australian National University'],
    ['Consortium', 'The PREDICTS', 'The PREDICTS Consortium'],
  ] as const)
    assert.deepEqual(inDatacite(parts(family, given)), { literal });
  assert.deepEqual(inCrossref({ given: 'Department of', family: 'Health' }), { literal: 'Department of Health' });
  assert.deepEqual(inCrossref({ family: 'the NOTES Development Group' }), { literal: 'the NOTES Development Group' });
});

names('of a person is in parts if the record says so, or has an iD, or given names behind the comma', () => {
  const family = 'Berg';
  for (const given of ['Anna', 'A.-M.', 'Y.Q.', 'Anna Sofia', 'Åsa', "D'Arcy", 'Isra’a Salem'])
    assert.deepEqual(inDatacite({ name: `Berg, ${given}` }), { family, given });
  for (const name of [
    'van den Berg, Anna',
    'García López, María',
    'Consorti, Valerio',
    'Landes, David',
    'Press, William H.',
    'De La Cruz, Juan',
    'Van Der Walt, Stéfan',
    'Da Silva Santos, Maria',
    "'t Hooft, Gerard",
    "van 't Veer, Laura J.",
    'Service, Robert F.',
  ]) {
    const [last, first] = name.split(', ');
    assert.deepEqual(inDatacite({ name }), { family: last, given: first });
  }
  const nameIdentifiers = [{ nameIdentifier: ORCID, nameIdentifierScheme: 'ORCID' }];
  assert.deepEqual(inDatacite({ name: 'Team, Anna', nameIdentifiers }), {
    ...{ family: 'Team', given: 'Anna', ORCID: `https://orcid.org/${ORCID}` },
  });
  assert.deepEqual(inDatacite({ name: 'Krans, Horatio Sheafe, 1872-1952' }), {
    family: 'Krans',
    given: 'Horatio Sheafe',
  });
});

names('of a person may be a word of organisations', () => {
  for (const [given, family] of [
    ['Robert F.', 'Service'],
    ['Phil', 'Senter'],
    ['Gunlög', 'Fur'],
    ['Marilyn K.', 'Nations'],
    ['S.', 'Centro'],
    ['Trust', 'Saidi'],
  ] as const)
    assert.deepEqual(inCrossref({ given, family }), { family, given });
  assert.deepEqual(inCrossref({ given: 'National Park', family: 'Service' }), { literal: 'National Park Service' });
  assert.deepEqual(inCrossref({ given: 'Wellcome', family: 'Trust' }), { literal: 'Wellcome Trust' });
});

names('has its iD, however the record writes it', () => {
  for (const [nameIdentifier, nameIdentifierScheme, schemeUri] of [
    [`https://orcid.org/${ORCID}/`, 'ORCID'],
    [`orcid.org/${ORCID}`, 'ORCID'],
    [`https://www.orcid.org/${ORCID}`, 'https://orcid.org'],
    [ORCID, 'ORCID iD'],
    [ORCID, 'orcid'],
    [ORCID, 'Open Researcher and Contributor ID'],
    [ORCID, undefined, 'https://orcid.org/'],
    [`orcid:${ORCID}`, undefined],
  ]) {
    const id = { nameIdentifier, nameIdentifierScheme, schemeUri };
    const name = inDatacite({
      name: 'Berg, Anna',
      nameIdentifiers: [{ nameIdentifierScheme: 'GND', nameIdentifier: '1' }, id],
    });
    assert.equal(name?.ORCID, `https://orcid.org/${ORCID}`, JSON.stringify(id));
  }
  const isni = {
    nameIdentifier: ORCID.replaceAll('-', ' '),
    nameIdentifierScheme: 'ISNI',
    schemeUri: 'https://isni.org',
  };
  assert.equal(inDatacite({ name: 'Berg, Anna', nameIdentifiers: [isni] })?.ORCID, undefined);
});

names('leaves out an affiliation, a fuller form and a role in brackets', () => {
  const gurari = { family: 'Gurari', given: 'Netta' };
  assert.deepEqual(inDatacite({ name: 'Gurari, Netta (Northwestern University)', nameType: 'Personal' }), gurari);
  assert.deepEqual(inDatacite({ name: 'Gurari, Netta (Northwestern University' }), gurari);
  assert.deepEqual(inOpenalex('Netta Gurari (Northwestern University)'), { literal: 'Netta Gurari' });
  const [given, familyName] = ['Elizabeth G. (Elizabeth Gertrude)', 'Pierce'];
  assert.deepEqual(inCrossref({ given, family: familyName }), { family: familyName, given: 'Elizabeth G.' });
  assert.deepEqual(inDatacite({ givenName: given, familyName }), { family: familyName, given: 'Elizabeth G.' });
  for (const [name, literal] of [
    ['Pierce, C.C. (Charles C.), 1861-1946', null],
    ['Snow [Photographer]', 'Snow'],
    ['Hanns Sebald Lautensack (um 1520-1564/66)', 'Hanns Sebald Lautensack'],
    ['(Anna Berg)', 'Anna Berg'],
  ] as const)
    assert.deepEqual(inDatacite({ name }), literal === null ? { family: 'Pierce', given: 'C.C.' } : { literal });
});

names('of an organisation keeps its acronym or place in brackets', () => {
  const name = 'International Maize and Wheat Improvement Center (CIMMYT)';
  assert.deepEqual(inDatacite({ name }), { literal: name });
  assert.deepEqual(inDatacite({ name: 'Universität <Marburg>' }), { literal: 'Universität (Marburg)' });
});
