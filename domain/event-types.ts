/** The event types that this release knows, by the kind of record; any other was written by a later release. */
import type { ApiKeyEvent } from './api-key/events.ts';
import type { CategoryEvent } from './category/events.ts';
import type { EntityEvent } from './entity/events.ts';
import type { ErasureEvent } from './erasure/events.ts';
import type { DomainEvent } from './event.ts';
import type { ColophonEvent, DoiImported } from './events.ts';
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

/** A type that is missing does not compile. */
const typesOf = <E extends DomainEvent>(types: { readonly [Type in E['type']]: true }): readonly E['type'][] =>
  Object.keys(types);

export const EVENT_TYPES = {
  publication: typesOf<PublicationEvent>({
    PublicationAdded: true,
    PublicationCreated: true,
    PublicationRefreshed: true,
    PublicationConfirmed: true,
    PublicationEnriched: true,
    CitationCountChanged: true,
    RetractionNoticed: true,
    RetractionDismissed: true,
    AuthorLinked: true,
    AuthorUnlinked: true,
    AuthorListed: true,
    AuthorsMatched: true,
    AttentionSettled: true,
    AttentionReopened: true,
    RetractionKept: true,
    RetractionReopened: true,
    PublicationEdited: true,
    PublicationHidden: true,
    PublicationShown: true,
    PublicationDeleted: true,
    PublicationRestored: true,
    PublicationIdentified: true,
    PublicationSuperseded: true,
    PublicationJoinSuggested: true,
    PublicationJoinDeclined: true,
    PublicationSeparated: true,
    PublicationKeptApart: true,
    PublicationReset: true,
  }),
  identifier: typesOf<IdentifierEvent>({ IdentifierAssigned: true, IdentifierWithdrawn: true }),
  person: typesOf<PersonEvent>({
    PersonRegistered: true,
    PersonNamed: true,
    PersonDescribed: true,
    PersonPhotographed: true,
    PersonClassified: true,
    AffiliationStarted: true,
    AffiliationEnded: true,
    PastAffiliationCorrected: true,
    PersonArchived: true,
    PersonUnarchived: true,
    PersonMerged: true,
    PersonSeparated: true,
    PersonAbsorbed: true,
    PersonReleased: true,
  }),
  project: typesOf<ProjectEvent>({
    ProjectCreated: true,
    ProjectRevised: true,
    ProjectPublished: true,
    ProjectUnpublished: true,
    ProjectArchived: true,
    ProjectUnarchived: true,
  }),
  entity: typesOf<EntityEvent>({
    EntityCreated: true,
    EntityRenamed: true,
    EntityArchived: true,
    EntityUnarchived: true,
  }),
  category: typesOf<CategoryEvent>({
    CategoryCreated: true,
    CategoryRenamed: true,
    CategoryArchived: true,
    CategoryUnarchived: true,
  }),
  workspace: typesOf<WorkspaceEvent>({ WorkspaceCreated: true, WorkspaceRenamed: true }),
  member: typesOf<MemberEvent>({
    MemberInvited: true,
    InvitationAccepted: true,
    MemberAdded: true,
    MemberRoleChanged: true,
    MemberRemoved: true,
    SignInLinkMade: true,
    SignInLinkWithdrawn: true,
    SignInLinkUsed: true,
  }),
  'api-key': typesOf<ApiKeyEvent>({
    ApiKeyIssued: true,
    ApiKeyChanged: true,
    ApiKeySuspended: true,
    ApiKeyResumed: true,
    ApiKeyRevoked: true,
  }),
  installation: typesOf<InstallationEvent>({
    InstallationCreated: true,
    InstallationRevised: true,
    InstallationScopesChanged: true,
    InstallationActivated: true,
    InstallationDisabled: true,
    InstallationRevoked: true,
    InstallationArchived: true,
    OriginAdded: true,
    OriginCheckRequested: true,
    OriginVerified: true,
    OriginCheckFailed: true,
    OriginRevoked: true,
    CredentialIssued: true,
    CredentialReplaced: true,
    CredentialRevoked: true,
  }),
  ingestion: typesOf<IngestionEvent>({
    IngestionQueued: true,
    IngestionStarted: true,
    IngestionTakenOver: true,
    IngestionProgressed: true,
    IngestionRetried: true,
    IngestionSucceeded: true,
    IngestionFailed: true,
    IngestionForceFailed: true,
    IngestionReset: true,
  }),
  import: typesOf<DoiImported>({ DoiImported: true }),
  erasure: typesOf<ErasureEvent>({ PersonErased: true }),
  site: typesOf<SiteEvent>({ AuthorLinksRepaired: true, DataReset: true, StuckJobsCleared: true }),
  timeline: typesOf<TimelineEvent>({ TimelineCleaned: true }),
  view: typesOf<ViewEvent>({ ViewSaved: true, ViewRemoved: true }),
} as const;

export const knownTypes: readonly string[] = Object.values(EVENT_TYPES).flat();

const known = new Set(knownTypes);

export const isKnownType = (type: string): type is ColophonEvent['type'] => known.has(type);
