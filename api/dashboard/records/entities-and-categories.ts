/** Routes of entities and categories, which have the same shape: an id and a name. */
import { categoryAggregate, entityAggregate } from '../../../commands/aggregates.ts';
import type { CategoryCommand } from '../../../domain/category/category.ts';
import type { EntityCommand } from '../../../domain/entity/entity.ts';
import { parseLocalizedText, type LocalizedText } from '../../../domain/localized-text.ts';
import { parseEntityId } from '../../../domain/workspace/id.ts';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { categoriesProjection } from '../../../projections/categories.ts';
import {
  CATEGORIES,
  ENTITIES,
  namedById,
  namedIn,
  type NamedCollection,
  type NamedItem,
} from '../../../projections/queries/entities-and-categories.ts';
import { MEMBER, WORKSPACE_ADMIN, type WorkspaceAccess } from '../../http/access.ts';
import { listingRoute } from '../../http/listing-route.ts';
import { route, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { mustExist } from '../../../domain/must-exist.ts';
import { staffPages } from '../paging.ts';
import { LOCALIZED, LOCALIZED_NAME } from '../people/schemas.ts';
import { BOOLEAN, choiceOf, COUNT, givenId, MILLISECONDS, object, STRING, titled } from '../../http/schemas.ts';
import { changed, created, writerOf, type Writer } from './writes.ts';

const ID = givenId();
const PARAMS = { id: { ...ID, description: 'The id of the record.' } };
const ITEM = titled('NamedRecord', {
  id: STRING,
  name: LOCALIZED,
  archived: BOOLEAN,
  created_at: MILLISECONDS,
  people_count: { ...COUNT, description: 'Current members, excluding archived people.' },
});

type Kind<Command> = {
  readonly noun: string;
  readonly one: string;
  readonly plural: string;
  readonly rows: NamedCollection;
  readonly access: WorkspaceAccess;
  readonly write: Writer<Command, NamedItem>;
  readonly create: (id: string, name: LocalizedText) => Command;
  readonly rename: (name: LocalizedText) => Command;
  readonly archive: Command;
  readonly unarchive: Command;
  /** The description of archiving. */
  readonly archived: string;
};

const namedRoutes = <Command>({ readModels }: DashboardDeps, kind: Kind<Command>): readonly Route[] => {
  const { noun, one, plural, rows, access, write } = kind;
  const path = `/api/${plural}`;
  return [
    listingRoute(path, MEMBER, {
      summary: `List ${plural}`,
      description: `The ${plural} of the workspace, ordered by id.`,
      pages: staffPages(readModels),
      name: plural,
      item: ITEM,
      filters: {
        status: choiceOf(['active', 'archived', 'all'], {
          default: 'active',
          description: 'Selects active records, archived ones, or both.',
        }),
      },
      listing: ({ status }, { caller: { workspace } }) => namedIn(rows, workspace, status),
    }),
    route(`POST ${path}`, access, {
      summary: `Create ${one}`,
      description: `The name is given in one language or several. 201 for a new ${noun}, 200 if it exists with the same name, 409 if with another.`,
      body: object({ id: ID, name: LOCALIZED_NAME }),
      responses: created(ITEM),
      errors: [409, 412],
      handle: (request) => {
        const { id: given, name: text } = request.body;
        const [id, name] = [parseEntityId(given), parseLocalizedText(text, 'name')];
        return write(request, id, kind.create(id, name), 201);
      },
    }),
    route(`GET ${path}/:id`, MEMBER, {
      params: PARAMS,
      summary: `One ${noun}`,
      description: `By id, including archived ${plural}.`,
      responses: { 200: ITEM },
      errors: [404],
      handle: async ({ params, caller: { workspace } }) =>
        mustExist(await namedById(readModels, rows, workspace, params.id), noun),
    }),
    route(`PATCH ${path}/:id`, access, {
      params: PARAMS,
      summary: `Rename ${one}`,
      description: `The new name appears everywhere; the id stays the same.`,
      body: object({ name: LOCALIZED_NAME }),
      responses: changed(ITEM),
      errors: [404, 412],
      handle: (request) => {
        const { name } = request.body;
        return write(request, request.params.id, kind.rename(parseLocalizedText(name, 'name')));
      },
    }),
    ...(['archive', 'unarchive'] as const).map((verb) =>
      route(`POST ${path}/:id/${verb}`, access, {
        params: PARAMS,
        summary: `${verb === 'archive' ? 'Archive' : 'Unarchive'} ${one}`,
        description: verb === 'archive' ? kind.archived : `Restores the ${noun} from the archive, unchanged.`,
        responses: changed(ITEM),
        errors: [404, 409, 412],
        handle: (request) => write(request, request.params.id, kind[verb]),
      }),
    ),
  ];
};

export const entityRoutes = (deps: DashboardDeps): readonly Route[] =>
  namedRoutes<EntityCommand>(deps, {
    noun: 'entity',
    one: 'an entity',
    plural: 'entities',
    rows: ENTITIES,
    access: WORKSPACE_ADMIN,
    write: writerOf(deps, entityAggregate, [catalogue], (workspace, id) =>
      namedById(deps.readModels, ENTITIES, workspace, id),
    ),
    create: (id, name) => ({ type: 'CreateEntity', id, name }),
    rename: (name) => ({ type: 'RenameEntity', name }),
    archive: { type: 'ArchiveEntity' },
    unarchive: { type: 'UnarchiveEntity' },
    archived:
      'Existing affiliations keep the entity; new ones are rejected (400). The entity `org`, which every workspace needs, cannot be archived (409).',
  });

export const categoryRoutes = (deps: DashboardDeps): readonly Route[] =>
  namedRoutes<CategoryCommand>(deps, {
    noun: 'category',
    one: 'a category',
    plural: 'categories',
    rows: CATEGORIES,
    access: MEMBER,
    write: writerOf(deps, categoryAggregate, [categoriesProjection], (workspace, id) =>
      namedById(deps.readModels, CATEGORIES, workspace, id),
    ),
    create: (id, name) => ({ type: 'CreateCategory', id, name }),
    rename: (name) => ({ type: 'RenameCategory', name }),
    archive: { type: 'ArchiveCategory' },
    unarchive: { type: 'UnarchiveCategory' },
    archived: 'People in the category stay in it, but no one can be added.',
  });
