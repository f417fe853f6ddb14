/** The memory of the program while it projects a long log, as an operator would see it: a process of its own, measured from outside. */
import { copyFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Ready } from '../../support/starting.ts';
import { freshFolder } from '../support/run-folder.ts';
import { startProgram } from '../support/server.ts';

const EVERY_MS = 500;

/** MiB. */
export type Resident = { readonly lowest: number; readonly highest: number };

/** From when `warm` of the log has been projected until everything is live. Null if the system does not report it. */
export const memoryWhileProjecting = async (eventsFile: string, warm: number): Promise<Resident | null> => {
  const folder = await freshFolder('projecting');
  await copyFile(eventsFile, path.join(folder, 'events.db'));
  const projector = await startProgram(folder, 'projector');
  try {
    const resident: number[] = [];
    for (;;) {
      const { projections } = (await (await fetch(`${projector.watchUrl}/health/ready`)).json()) as Ready;
      const held = projector.memory();
      if (held === null) return null;
      if (projections.some(({ position, head }) => position >= head * warm)) resident.push(held.now);
      if (projections.length > 0 && projections.every(({ phase }) => phase === 'live')) break;
      await pause(EVERY_MS);
    }
    return { lowest: Math.min(...resident), highest: Math.max(...resident) };
  } finally {
    await projector.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
