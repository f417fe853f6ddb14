/** Every kind of stream; a stream is named `{kind}-{workspace}~{id}`, a workspace's own `workspace-{id}`. */
export const STREAM_KINDS = [
  'publication',
  'work',
  'identifier',
  'person',
  'erasure',
  'ingestion',
  'import',
  'harvest',
  'workspace',
  'entity',
  'member',
  'api-key',
  'installation',
  'site',
  'timeline',
  'category',
  'project',
] as const;

export type StreamKind = (typeof STREAM_KINDS)[number];

/** What follows the workspace in the name of a stream: a DOI, an iD, a key. Row ids are made in the same way. */
export const nameIn = (stream: string): string => stream.slice(stream.indexOf('~') + 1);

/** What the names of all streams of the log begin with, one prefix a kind. */
export const STREAM_PREFIXES: readonly string[] = STREAM_KINDS.map((kind) => `${kind}-`);

/** What the name of a stream begins with: `publication` of `publication-{workspace}~{doi}`, and `workspace` of `workspace-{workspace}`. */
export const kindOf = (stream: string, workspace: string): string => {
  const end = `${stream}~`.indexOf(`-${workspace}~`);
  return end === -1 ? 'other' : stream.slice(0, end);
};
