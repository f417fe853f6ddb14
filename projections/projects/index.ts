/** Projects of each workspace, and the public projects across all workspaces. */
import type { Projection } from '../define.ts';
import { projectFold, VERSION } from './projects.ts';
import { derivedProjects } from './public-projects.ts';

export const projectsProjection: Projection = {
  name: 'projects',
  version: VERSION,
  streams: ['project-'],
  folds: [projectFold],
  derived: [derivedProjects],
};
