/** Progress messages; figures are printed elsewhere. */
export const progress = (line: string): void => void process.stderr.write(`… ${line}\n`);
