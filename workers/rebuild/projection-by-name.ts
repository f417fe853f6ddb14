/** Looks up projections by the name that an operator gives. */
import { Refused } from '../../domain/errors.ts';
import { quoted } from '../../domain/shortened.ts';
import type { Projection } from '../../projections/define.ts';

/** Throws `Refused` for an unknown name, listing the known ones. */
export const namedProjection = (projections: readonly Projection[], name: string): Projection => {
  const found = projections.find((projection) => projection.name === name);
  if (found !== undefined) return found;
  const names = projections.map((projection) => projection.name).join(', ');
  throw new Refused('invalid', 'unknown_projection', `there is no projection ${quoted(name)}; there are ${names}`);
};
