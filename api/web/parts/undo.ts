/** The way back from what was just done, as the toast offers it. */
import { api } from '../client/session.ts';
import { common } from './words.ts';
import { complain, say, type Toast } from './toast.tsx';

/** Undoes what was done under this cause; `then` shows what now holds. */
export const undoing = (cause: string, then: () => unknown): NonNullable<Toast['action']> => ({
  label: common('undo'),
  run: async () => {
    try {
      const { body } = await api('POST /api/activity/causes/{correlation_id}/undo', {
        params: { correlation_id: cause },
        query: {},
        body: {},
      });
      const refused = 'refused' in body ? body.refused : 0;
      say(
        refused === 0
          ? { text: common('undone') }
          : { kind: 'failed', text: common('undone_in_part', { count: refused }) },
      );
    } catch (error) {
      complain(error);
    }
    void then();
  },
});
