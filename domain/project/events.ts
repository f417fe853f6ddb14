/** A research project of a workspace: `project-{workspace}~{id}`. */
import type { Change } from '../changes/change.ts';
import type { DomainEvent } from '../event.ts';
import type { Json, JsonObject } from '../json.ts';

export type Currency = 'EUR' | 'USD';

export type ProjectFields = {
  readonly programme: string;
  readonly title: string;
  readonly abstract: string | null;
  /** As precise as known, like every date of a record: `2021`, `2021-03`, `2021-03-09`. */
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly org_funding_amount: number | null;
  readonly org_funding_currency: Currency;
  readonly total_funding_amount: number | null;
  readonly total_funding_currency: Currency;
  readonly funding_entities: readonly Json[];
  readonly proponent_institution: string | null;
  readonly project_logo: JsonObject | null;
  readonly funding_partner_images: readonly JsonObject[];
  /** The project's web page. */
  readonly href: string;
  /** The ids of people, who need not be registered. */
  readonly member_orcids: readonly string[];
  readonly coordinator_orcids: readonly string[];
};

export type ProjectEvent =
  | DomainEvent<'ProjectCreated', { readonly id: string; readonly fields: ProjectFields }>
  | DomainEvent<'ProjectRevised', { readonly changes: readonly Change[] }>
  | DomainEvent<'ProjectPublished', Record<string, never>>
  | DomainEvent<'ProjectUnpublished', Record<string, never>>
  | DomainEvent<'ProjectArchived', Record<string, never>>
  | DomainEvent<'ProjectUnarchived', Record<string, never>>;
