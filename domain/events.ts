/** Every event that Colophon records. */
import type { ApiKeyEvent } from './api-key/events.ts';
import type { CategoryEvent } from './category/events.ts';
import type { EntityEvent } from './entity/events.ts';
import type { ErasureEvent } from './erasure/events.ts';
import type { Recorded } from './event.ts';
import type { IdentifierEvent } from './identifier/events.ts';
import type { IngestionEvent } from './ingestion/events.ts';
import type { InstallationEvent } from './installation/events.ts';
import type { MemberEvent } from './member/events.ts';
import type { PersonEvent } from './person/events.ts';
import type { ProjectEvent } from './project/events.ts';
import type { PublicationEvent } from './publication/events.ts';
import type { SiteEvent } from './site/events.ts';
import type { TimelineEvent } from './timeline/events.ts';
import type { ViewEvent } from './view/events.ts';
import type { WorkspaceEvent } from './workspace/events.ts';

/** The outcome of importing one DOI on request, outside any job: `import-{workspace}~{doi}`. */
export type DoiImported = {
  readonly type: 'DoiImported';
  readonly data: { readonly doi: string; readonly outcome: 'created' | 'refreshed' | 'unchanged' };
};

export type ColophonEvent =
  | PublicationEvent
  | IdentifierEvent
  | PersonEvent
  | ErasureEvent
  | IngestionEvent
  | WorkspaceEvent
  | EntityEvent
  | CategoryEvent
  | ProjectEvent
  | MemberEvent
  | ApiKeyEvent
  | InstallationEvent
  | SiteEvent
  | TimelineEvent
  | ViewEvent
  | DoiImported;

/** A recorded event of any kind; narrow it by `type`. */
export type RecordedEvent = { [T in ColophonEvent as T['type']]: Recorded<T> }[ColophonEvent['type']];
