/** Lines for who waits; figures go elsewhere. */
export const progress = (line: string): void => void process.stderr.write(`… ${line}\n`);
