/** The public surface knows nobody: only routes for everybody answer. */
import type { Guard } from '../http/access.ts';
import { HttpFailure } from '../http/errors.ts';

export const openToEverybody: Guard = ({ kind }) =>
  kind === 'anyone' ? Promise.resolve({}) : Promise.reject(new HttpFailure(403, 'not for everybody'));
