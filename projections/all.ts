/** All projections. */
import { apiKeysProjection } from './api-keys.ts';
import { catalogue } from './catalogue/index.ts';
import { categoriesProjection } from './categories.ts';
import type { Projection } from './define.ts';
import { ingestionsProjection } from './ingestions.ts';
import { installationsProjection } from './installations/index.ts';
import { projectsProjection } from './projects/index.ts';
import { timelineProjection } from './timeline/index.ts';
import { viewsProjection } from './views.ts';
import { workspacesProjection } from './workspaces/index.ts';

export const allProjections: readonly Projection[] = [
  catalogue,
  ingestionsProjection,
  workspacesProjection,
  apiKeysProjection,
  installationsProjection,
  categoriesProjection,
  projectsProjection,
  timelineProjection,
  viewsProjection,
];
