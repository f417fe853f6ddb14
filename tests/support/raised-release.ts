/** The changes of a later release: a category's new name is called `title`, and its rows have a new version. */
import { categoriesProjection } from '../../projections/categories.ts';
import { projectionKey } from '../../projections/define.ts';
import { reshaping, type Patch } from './next-release.ts';

export const RESHAPED: readonly Patch[] = [
  ...reshaping({
    up: `'CategoryRenamed@1': ({ name, before }) => [as('CategoryRenamed@2', { title: name, before })],`,
    down: `'CategoryRenamed@2': ({ title, before }) => as('CategoryRenamed@1', { name: title, before }),`,
  }),
  { file: 'domain/category/category.ts', find: 'data: { name, before }', put: 'data: { title: name, before }' },
  {
    file: 'domain/category/category.ts',
    find: 'CategoryRenamed: (state, { name })',
    put: 'CategoryRenamed: (state, { title: name })',
  },
  { file: 'projections/categories.ts', find: '{ ...row, name: data.name, revision }', put: '{ ...row, name: data.title, revision }' }, // oxfmt-ignore
  { file: 'projections/timeline/describe/administration.ts', find: "'Renamed the category', difference('name', data.before, data.name)", put: "'Renamed the category', difference('name', data.before, data.title)" }, // oxfmt-ignore
];

const { name: NAME, version: VERSION } = categoriesProjection;
export const RAISED_KEY = projectionKey({ name: NAME, version: VERSION + 1 });
export const RAISED: readonly Patch[] = [
  { file: 'projections/categories.ts', find: `const VERSION = ${VERSION}`, put: `const VERSION = ${VERSION + 1}` },
];
