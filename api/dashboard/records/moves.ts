/** Publishing, unpublishing, archiving and bringing back: the same four moves for all that websites may show. */
import type { Transition } from '../../../domain/publish-status.ts';
import { MEMBER } from '../../http/access.ts';
import { inWorkspace, type Answer, type Route, type Schema, type WorkspaceRequest } from '../../http/route.ts';
import { changed } from './writes.ts';

type Movable = {
  readonly path: string;
  readonly params: NonNullable<Route['params']>;
  readonly noun: string;
  readonly item: Schema;
  readonly send: (request: WorkspaceRequest, id: string, move: Transition) => Promise<Answer>;
};

const WORDS: Readonly<Record<Transition, { readonly summary: string; readonly description: string }>> = {
  publish: { summary: 'Publish', description: 'Websites show it from now on. 409 if it is archived.' },
  unpublish: { summary: 'Unpublish', description: 'Websites do not show it from now on. 409 if it is archived.' },
  archive: { summary: 'Archive', description: 'Takes it out of every listing but those of archived records; it cannot be changed until it is brought back.' }, // prettier-ignore
  unarchive: { summary: 'Bring back', description: 'Takes it out of the archive, unpublished.' },
};
const MOVES = Object.keys(WORDS) as readonly Transition[];

export const moveRoutes = ({ path, params, noun, item, send }: Movable): readonly Route[] =>
  MOVES.map((move) =>
    inWorkspace({
      method: 'POST',
      path: `${path}/:id/${move}`,
      params,
      access: MEMBER,
      extension: true,
      summary: `${WORDS[move].summary} a ${noun}`,
      description: WORDS[move].description,
      query: {},
      responses: changed(item),
      errors: [401, 403, 404, 409, 412, 503],
      handle: (request) => send(request, request.params['id'] ?? '', move),
    }),
  );
