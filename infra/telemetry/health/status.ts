/** What a role says of itself while it runs. */

export type RoleStatus = {
  /** What it waits for, such as a store that is away, as a clause; null while it waits for nothing. */
  waitingFor: string | null;
  /** Of a projector: whether it leads or stands by. */
  leading: boolean | null;
};

export const newStatus = (): RoleStatus => ({ waitingFor: 'its start', leading: null });
