/** What the main thread and the thread of a role say to each other. */
import type { RoleReport } from '../role-watch.ts';

/** `report` is answered with a `RoleReport`; of several that are asked at once the answers come in order. */
export type ToRole = 'stop' | 'report';
export type FromRole = RoleReport | null;

/** Said once, unasked, when the role has opened its stores and begins its work. */
export const RUNNING = 'running';
