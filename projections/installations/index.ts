/** Installations and their credentials: one checkpoint, since a request is checked against both. */
import type { Projection } from '../define.ts';
import { credentialFold } from './credentials.ts';
import { installationFold, VERSION } from './installations.ts';

export const installationsProjection: Projection = {
  name: 'installations',
  version: VERSION,
  streams: ['installation-'],
  folds: [installationFold, credentialFold],
};
