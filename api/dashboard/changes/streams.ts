/** Limits the open streams of a process, in total and per user, so that one user cannot exhaust them. */
import { FOLLOWING } from '../../../domain/limits.ts';
import { HttpFailure } from '../../http/errors.ts';

const tooMany = (status: number, details: { readonly accepted: string } | null): HttpFailure =>
  new HttpFailure(status, 'too many streams are open', details, { 'Retry-After': '60' });

export type Streams = ReturnType<typeof openStreams>;

export const openStreams = ({ perUser, inAll }: Readonly<Record<'perUser' | 'inAll', number>> = FOLLOWING) => {
  const open = new Map<string, number>();
  let all = 0;
  return {
    /** Counts a stream of the user until the signal aborts. Throws a 429 at the user's limit, a 503 at the process's. */
    open: (userId: string, until: AbortSignal): void => {
      if (until.aborted) return;
      const held = open.get(userId) ?? 0;
      if (held >= perUser) throw tooMany(429, { accepted: `at most ${perUser} per user` });
      if (all >= inAll) throw tooMany(503, null);
      open.set(userId, held + 1);
      all += 1;
      const release = (): void => {
        all -= 1;
        const left = (open.get(userId) ?? 1) - 1;
        if (left === 0) open.delete(userId);
        else open.set(userId, left);
      };
      until.addEventListener('abort', release, { once: true });
    },
  };
};
