/** Publish, unpublish, archive and unarchive: the status transitions of projects and works. */
import type { Transition } from '../../../domain/publish-status.ts';
import { MEMBER } from '../../http/access.ts';
import { keysOf } from '../../../domain/own.ts';
import { route, type AnswerOf, type WorkspaceRequest } from '../../http/route.ts';
import type { Schema } from '../../http/schema-types.ts';
import { changed } from './writes.ts';

type Movable<Item extends Schema> = {
  readonly path: string;
  readonly params: { readonly id: Schema };
  readonly noun: string;
  readonly item: Item;
  readonly send: (
    request: WorkspaceRequest,
    id: string,
    move: Transition,
  ) => Promise<AnswerOf<ReturnType<typeof changed<Item>>>>;
};

const WORDS: Readonly<Record<Transition, { readonly summary: string; readonly description: string }>> = {
  publish: { summary: 'Publish', description: 'Makes it visible on websites. 409 if it is archived.' },
  unpublish: { summary: 'Unpublish', description: 'Hides it from websites. 409 if it is archived.' },
  archive: {
    summary: 'Archive',
    description:
      'Removes it from all listings except those of archived records; it cannot be changed until it is unarchived.',
  },
  unarchive: { summary: 'Unarchive', description: 'Restores it from the archive, unpublished.' },
};

export const moveRoutes = <const Item extends Schema>({ path, params, noun, item, send }: Movable<Item>) =>
  keysOf(WORDS).map((move) =>
    route(`POST ${path}/:id/${move}`, MEMBER, {
      params,
      summary: `${WORDS[move].summary} a ${noun}`,
      description: WORDS[move].description,
      responses: changed(item),
      errors: [404, 409, 412],
      handle: (request) => send(request, request.params.id, move),
    }),
  );
