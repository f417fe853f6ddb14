/** Installations and their credentials: one checkpoint, since a request is checked against both. */
import type { Projection } from '../define.ts';
import { credentialFold } from './credentials.ts';
import { installationFold } from './installations.ts';
import { VERSION } from './version.ts';

export const installationsProjection: Projection = {
  name: 'installations',
  version: VERSION,
  streams: ['installation-'],
  folds: [installationFold, credentialFold],
};
