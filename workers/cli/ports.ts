/** What long work tells the command line of itself. */

/** How far a step has come, of how much: called as often as is convenient, each step by its name. */
export type Steps = (what: string, done: number, total: number) => void;
