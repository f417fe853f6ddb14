/** The projections that an operator has named. */
import { Refused } from '../../domain/errors.ts';
import { quoted } from '../../domain/shortened.ts';
import type { Projection } from '../../projections/define.ts';

/** Names of earlier releases, as scripts may have them, and the projection that their rows are in now. */
export const FORMER_NAMES: Readonly<Record<string, string>> = { 'public-catalogue': 'catalogue' };

/** Throws `Refused` for a name that there is not, with those that there are. */
export const namedProjection = (projections: readonly Projection[], name: string): Projection => {
  const present = (Object.hasOwn(FORMER_NAMES, name) ? FORMER_NAMES[name] : undefined) ?? name;
  const found = projections.find((projection) => projection.name === present);
  if (found !== undefined) return found;
  const names = projections.map((projection) => projection.name).join(', ');
  throw new Refused('invalid', 'unknown_projection', `there is no projection ${quoted(name)}; there are ${names}`);
};
