/** What may be withheld at a switch: what the serving rows withhold too, or for an event that an operator lets rebuilds skip. */
import { isScratch, projectionKey, type Projection } from '../../projections/define.ts';
import { servingProjection } from '../../projections/generations.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { poisonOf, projectionState, type Allowed, type PoisonRow } from '../projector/index.ts';
import { skipsOf, type ProjectionControls } from './controls.ts';
import { registered } from './registry.ts';

/** The projection whose rows serve now, in this version or an earlier one; null = none do. `declared`: generation 0. */
const serving = async (readModels: ReadModels, declared: Projection): Promise<Projection | null> => {
  const own = await servingProjection(readModels, declared);
  if ((await projectionState(readModels, own)).phase === 'live') return own;
  const earlier = (await registered(readModels))
    .filter(({ projection, version }) => projection === declared.name && version < declared.version)
    .filter(({ generation }) => !isScratch(generation))
    .sort((a, b) => b.version - a.version || b.generation - a.generation);
  for (const { version, generation } of earlier) {
    const candidate = { ...declared, version, generation };
    if ((await projectionState(readModels, candidate)).phase === 'live') return candidate;
  }
  return null;
};

/** The row that is withheld, in any version and generation of its collection; null = all rows of the event. */
const withheldRow = ({ collection, rowId }: PoisonRow): string | null =>
  collection === null ? null : `${collection.replace(/_v\d+(?:_g\d+)?$/u, '')}~${rowId ?? ''}`;

/** If nothing is served yet, everything is allowed, so withheld rows delay no listing. Throws `Unavailable`. */
const allowedIn = async (
  readModels: ReadModels,
  controls: ProjectionControls,
  declared: Projection,
): Promise<Allowed> => {
  const present = await serving(readModels, declared);
  if (present === null) return () => true;
  const known = await poisonOf(readModels, projectionKey(present));
  const events = new Set([...known.map(({ eventId }) => eventId), ...skipsOf(controls, declared)]);
  // Live, a row breaks at one event; in bulk, the store may refuse it only after later ones.
  const rows = new Set(known.flatMap((each) => withheldRow(each) ?? []));
  return (row) => events.has(row.eventId) || rows.has(withheldRow(row) ?? '');
};

/** By the name of the projection. */
export const allowances = async (
  readModels: ReadModels,
  controls: ProjectionControls,
  projections: readonly Projection[],
): Promise<ReadonlyMap<string, Allowed>> =>
  new Map(
    await Promise.all(
      projections.map(async (each) => [each.name, await allowedIn(readModels, controls, each)] as const),
    ),
  );
