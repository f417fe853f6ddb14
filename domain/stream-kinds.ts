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

/** What the names of all streams of the log begin with, one prefix a kind. */
export const STREAM_PREFIXES: readonly string[] = STREAM_KINDS.map((kind) => `${kind}-`);
