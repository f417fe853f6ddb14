/** Patches a publication: the operations become one edit of the record as it is at that moment. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Operation } from '../domain/changes/json-patch.ts';
import type { CslItem } from '../domain/csl.ts';
import { CSL_ITEM_SCHEMA } from '../domain/csl-schema.ts';
import { Refused } from '../domain/errors.ts';
import type { Revision } from '../domain/event.ts';
import { known } from '../domain/must-exist.ts';
import { defined } from '../domain/own.ts';
import type { PublicationEvent } from '../domain/publication/events.ts';
import { patched } from '../domain/publication/patch.ts';
import type { Publication } from '../domain/publication/state.ts';
import type { Caller } from './caller.ts';
import { handleFrom, type Deps, type Handled } from './handle.ts';
import { publicationAggregate } from './publication.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });

/** Throws `Refused('invalid')`, naming the field. */
export const parseCslItem = (record: unknown): CslItem => {
  const validate = ajv.compile<CslItem>(CSL_ITEM_SCHEMA);
  if (validate(record)) return record;
  const [error] = validate.errors ?? [];
  const extra: unknown = error?.params['additionalProperty'] ?? error?.params['missingProperty'];
  const field = `${error?.instancePath ?? ''}${typeof extra === 'string' ? `/${extra}` : ''}`.slice(1) || 'record';
  const known =
    error?.keyword === 'additionalProperties' ? 'is not a CSL-JSON field' : (error?.message ?? 'is invalid');
  throw new Refused('invalid', 'invalid_csl', `the result would not be valid CSL-JSON: ${field} ${known}`, {
    field,
    accepted: 'the fields and types of CSL-JSON 1.0.2; anything else goes under custom, an object',
  });
};

/**
 * All operations or none. Throws `Refused('not_found')`; `Refused('invalid')`, naming the operation; `Refused('stale')` if
 * `ifRevision` is not the current revision; `Refused('conflict')` if others were faster every time; `Unavailable`.
 */
export const patchPublication = (
  deps: Deps,
  doi: string,
  operations: readonly Operation[],
  caller: Caller,
  ifRevision?: Revision,
): Promise<Handled<Publication, PublicationEvent>> => {
  const type = 'EditPublication';
  const from = (state: Publication) =>
    ({ type, ...patched(known(state, 'publication'), operations, parseCslItem) }) as const;
  return handleFrom(
    deps,
    publicationAggregate,
    doi,
    { type, asked: operations, from },
    caller,
    defined({ ifRevision }),
  );
};
