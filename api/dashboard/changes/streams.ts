/** How many streams a process keeps open: at most so many, and of one user never so many that none are left for others. */
import { FOLLOWING } from '../../../domain/limits.ts';
import { HttpFailure } from '../../http/errors.ts';

const RETRY_AFTER = { 'Retry-After': '60' };

export type Streams = ReturnType<typeof openStreams>;

export const openStreams = ({ perUser, inAll }: Readonly<Record<'perUser' | 'inAll', number>> = FOLLOWING) => {
  const open = new Map<string, number>();
  let all = 0;
  return {
    /** Counts one of the user until the signal is aborted. Throws a 429, or a 503 if the process has as many as it may. */
    open: (userId: string, until: AbortSignal): void => {
      if (until.aborted) return;
      const held = open.get(userId) ?? 0;
      if (held >= perUser)
        throw new HttpFailure(
          429,
          'too many streams are open',
          { accepted: `at most ${perUser} of one user` },
          RETRY_AFTER,
        );
      if (all >= inAll) throw new HttpFailure(503, 'too many streams are open', null, RETRY_AFTER);
      open.set(userId, held + 1);
      all += 1;
      until.addEventListener(
        'abort',
        () => {
          all -= 1;
          const left = (open.get(userId) ?? 1) - 1;
          if (left === 0) open.delete(userId);
          else open.set(userId, left);
        },
        { once: true },
      );
    },
  };
};
