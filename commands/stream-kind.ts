/** The kind of thing that a stream is of: what its name begins with, before anything that tells one from another. */

/** `publication` of `publication-{workspace}~{doi}`, and `workspace` of `workspace-{workspace}`. */
export const kindOf = (stream: string, workspace: string): string => {
  const end = `${stream}~`.indexOf(`-${workspace}~`);
  return end === -1 ? 'other' : stream.slice(0, end);
};
