/** Projects: their texts, dates and states. */
import type { ProjectEvent, ProjectFields } from '../../../domain/project/events.ts';
import { project, type ProjectCommand } from '../../../domain/project/project.ts';
import type { Transition } from '../../../domain/publish-status.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';

const CARBERRY = '0000-0002-1825-0097';
const fields: ProjectFields = {
  programme: 'Horizon',
  title: 'Cracking pots',
  abstract: null,
  start_date: '2021-03',
  end_date: '2024',
  org_funding_amount: 1_000.5,
  org_funding_currency: 'EUR',
  total_funding_amount: null,
  total_funding_currency: 'USD',
  funding_entities: [],
  proponent_institution: null,
  project_logo: null,
  funding_partner_images: [],
  href: 'https://example.org/pots',
  member_orcids: [CARBERRY],
  coordinator_orcids: [],
};
const created: ProjectEvent = { type: 'ProjectCreated', data: { id: 'pots', fields } };
const create = (more: Partial<ProjectFields> = {}): ProjectCommand => ({
  type: 'CreateProject',
  id: 'pots',
  fields: { ...fields, ...more },
});
const revise = (more: Partial<ProjectFields>): ProjectCommand => ({ type: 'ReviseProject', fields: more });
const move = (to: Transition): ProjectCommand => ({ type: 'MoveProject', move: to });

const making = suite('creating a project');
making('records it once, and is refused for another with the same id', () => {
  given(project).when(create()).then(created);
  given(project, created).when(create()).thenNothing();
  given(project, created)
    .when(create({ title: 'Other' }))
    .thenRefused('conflict', 'project_exists');
});
making('trims texts, keeps the precision of dates, and normalizes iDs without duplicates', () =>
  given(project)
    .when(
      create({
        title: ' Cracking pots ',
        start_date: ' 2021-03 ',
        member_orcids: [`https://orcid.org/${CARBERRY}`, CARBERRY.replaceAll('-', '')],
      }),
    )
    .then(created),
);
making('is refused for an invalid text, date or iD, and for dates out of order', () => {
  for (const [wrong, code] of [
    [{ title: '  ' }, 'invalid_text'],
    [{ title: '\u200b' }, 'invalid_text'],
    [{ abstract: ' ' }, 'invalid_text'],
    [{ proponent_institution: '' }, 'invalid_text'],
    [{ start_date: '2021-13' }, 'invalid_date'],
    [{ end_date: '2021-02-30' }, 'invalid_date'],
    [{ end_date: '2020' }, 'invalid_dates'],
    [{ end_date: '2021-02' }, 'invalid_dates'],
    [{ member_orcids: ['0000-0002-1825-0098'] }, 'invalid_orcid'],
    [{ abstract: 'x'.repeat(300_000) }, 'record_too_large'],
  ] as const)
    given(project).when(create(wrong)).thenRefused('invalid', code);
});
making('accepts an end that is only known to the year of the start', () =>
  given(project)
    .when(create({ end_date: '2021' }))
    .then({ type: 'ProjectCreated', data: { id: 'pots', fields: { ...fields, end_date: '2021' } } }),
);

const revising = suite('revising a project');
revising('records what changed, and keeps what is not sent', () =>
  given(project, created)
    .when(revise({ abstract: 'Pots.', title: fields.title }))
    .then({ type: 'ProjectRevised', data: { changes: [{ path: '/abstract', before: null, after: 'Pots.' }] } }),
);
revising('checks the dates against the others', () =>
  given(project, created)
    .when(revise({ end_date: '2020' }))
    .thenRefused('invalid', 'invalid_dates'),
);
revising('is refused if it is archived or does not exist', () => {
  given(project, created, { type: 'ProjectArchived', data: {} })
    .when(revise({ title: 'x' }))
    .thenRefused('conflict', 'project_archived');
  given(project)
    .when(revise({ title: 'x' }))
    .thenRefused('not_found', 'project_not_found');
});

const moving = suite('moving a project');
moving('to published and back takes effect once each', () => {
  const published: ProjectEvent = { type: 'ProjectPublished', data: {} };
  const unpublished: ProjectEvent = { type: 'ProjectUnpublished', data: {} };
  given(project, created).when(move('unpublish')).thenNothing();
  given(project, created).when(move('publish')).then(published);
  given(project, created, published).when(move('publish')).thenNothing();
  given(project, created, published).when(move('unpublish')).then(unpublished);
});
moving('to the archive is reversed by restoring it, unpublished', () => {
  const archived: ProjectEvent = { type: 'ProjectArchived', data: {} };
  const unarchived: ProjectEvent = { type: 'ProjectUnarchived', data: {} };
  given(project, created, archived).when(move('archive')).thenNothing();
  given(project, created, archived).when(move('publish')).thenRefused('conflict', 'project_archived');
  given(project, created, archived).when(move('unarchive')).then(unarchived);
  given(project, created, archived, unarchived).when(move('unpublish')).thenNothing();
  given(project, created, archived, unarchived).when(move('unarchive')).thenNothing();
});
