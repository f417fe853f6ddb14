/** Writes that are stored but not yet shown in listings: collected from responses until the server reports them as shown. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';

export type PendingWrite = {
  /** Comma-separated names of listings, as in the server's header. */
  readonly listings: string;
  readonly position: number;
};

const noted = signal<PendingWrite | null>(null);

/** Null while listings show everything. */
export const pending: ReadonlySignal<PendingWrite | null> = noted;
export const isPending: ReadonlySignal<boolean> = computed(() => noted.value !== null);

const merged = (before: PendingWrite, { listings, position }: PendingWrite): PendingWrite => ({
  listings: [...new Set([...before.listings.split(', '), ...listings.split(', ')])].join(', '),
  position: Math.max(before.position, position),
});

export const notePending = (write: PendingWrite): void => {
  noted.value = noted.value === null ? write : merged(noted.value, write);
};

/** Called once listings show the write; anything noted since stays pending. */
export const settlePending = (write: PendingWrite): void => {
  if (noted.value === write) noted.value = null;
};
