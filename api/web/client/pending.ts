/** Writes that are on record while listings do not show them yet: noted with each answer, until the server says that they do. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';

export type PendingWrite = {
  /** Names of listings, as the server lists them. */
  readonly listings: string;
  readonly position: number;
};

const noted = signal<PendingWrite | null>(null);

/** What to ask the server after; null while listings show everything. */
export const pending: ReadonlySignal<PendingWrite | null> = noted;
export const isPending: ReadonlySignal<boolean> = computed(() => noted.value !== null);

const merged = (before: PendingWrite, { listings, position }: PendingWrite): PendingWrite => ({
  listings: [...new Set([...before.listings.split(', '), ...listings.split(', ')])].join(', '),
  position: Math.max(before.position, position),
});

export const notePending = (write: PendingWrite): void => {
  noted.value = noted.value === null ? write : merged(noted.value, write);
};

/** Listings show it; what was noted meanwhile stays. */
export const settlePending = (write: PendingWrite): void => {
  if (noted.value === write) noted.value = null;
};
