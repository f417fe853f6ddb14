/** Every kind of stream; a stream is named `{kind}-{workspace}~{id}`, a workspace's own `workspace-{id}`. */
const STREAM_KINDS = [
  'publication',
  'work',
  'identifier',
  'person',
  'erasure',
  'ingestion',
  'import',
  'workspace',
  'entity',
  'member',
  'api-key',
  'installation',
  'site',
  'timeline',
  'category',
  'project',
  'view',
] as const;

export type StreamKind = (typeof STREAM_KINDS)[number];

/** The part of a stream's name after the workspace: a DOI, an iD, a key. Row ids are formed the same way. */
export const nameIn = (stream: string): string => stream.slice(stream.indexOf('~') + 1);

/** The prefixes of all stream names, one per kind. */
export const STREAM_PREFIXES: readonly string[] = STREAM_KINDS.map((kind) => `${kind}-`);

/** The prefix of a stream's name: `publication` of `publication-{workspace}~{doi}`, and `workspace` of `workspace-{workspace}`. */
export const kindOf = (stream: string, workspace: string): string => {
  const end = `${stream}~`.indexOf(`-${workspace}~`);
  return end === -1 ? 'other' : stream.slice(0, end);
};
