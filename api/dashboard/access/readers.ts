/** Who may read each kind of record, on its own route and in the timeline: neither shows what the other withholds. */
import { isAtLeast, type Role } from '../../../domain/member/events.ts';
import type { Subject, SubjectType } from '../../../projections/timeline/describe/index.ts';
import { MEMBER, WORKSPACE_ADMIN, type WorkspaceAccess } from '../../http/access.ts';

export const READERS = {
  publication: MEMBER,
  person: MEMBER,
  ingestion: MEMBER,
  workspace: MEMBER,
  entity: MEMBER,
  category: MEMBER,
  project: MEMBER,
  user: WORKSPACE_ADMIN,
  api_key: WORKSPACE_ADMIN,
  installation: WORKSPACE_ADMIN,
  timeline: MEMBER,
  view: MEMBER,
} as const satisfies Readonly<Record<SubjectType, WorkspaceAccess>>;

/** The hash of a credential, which authenticates it: no route shows it to anybody. */
const SECRET = ['hash'];

export const mayRead = (role: Role, { type }: Pick<Subject, 'type'>): boolean => isAtLeast(role, READERS[type].role);

/** What the role may see of an event's data; null if the record is not for it. */
export const readableData = (role: Role, subject: Subject, data: unknown): unknown => {
  if (!mayRead(role, subject)) return null;
  if (subject.type !== 'installation' || typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).filter(([field]) => !SECRET.includes(field)));
};
