import { VIEWS } from '../../../domain/limits.ts';
import type { ViewEvent } from '../../../domain/view/events.ts';
import { views } from '../../../domain/view/view.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';

const saving = suite('a saved view');
const saved = (name: string, query = 'sort=title', before: string | null = null): ViewEvent => ({
  type: 'ViewSaved',
  data: { name, query, before },
});

saving('has the last query that it was saved with', () => {
  given(views).when({ type: 'SaveView', name: 'A', query: 'sort=title' }).then(saved('A'));
  given(views, saved('A')).when({ type: 'SaveView', name: 'A', query: 'sort=title' }).thenNothing();
  given(views, saved('A'))
    .when({ type: 'SaveView', name: 'A', query: 'q=x' })
    .then(saved('A', 'q=x', 'sort=title'));
});
saving('is removed once', () => {
  const removed: ViewEvent = { type: 'ViewRemoved', data: { name: 'A', before: 'sort=title' } };
  given(views, saved('A')).when({ type: 'RemoveView', name: 'A' }).then(removed);
  given(views, saved('A'), removed).when({ type: 'RemoveView', name: 'A' }).thenRefused('not_found', 'view_not_found');
});
saving('needs room, unless it replaces one', () => {
  const full = Array.from({ length: VIEWS.perWorkspace }, (_, n) => saved(`View ${n}`));
  given(views, ...full)
    .when({ type: 'SaveView', name: 'A', query: '' })
    .thenRefused('conflict', 'too_many_views');
  given(views, ...full)
    .when({ type: 'SaveView', name: 'View 0', query: '' })
    .then(saved('View 0', '', 'sort=title'));
});
