/** The subject of an event, with a link to its page. */
import type { Event } from '../../client/generated/operations.ts';
import { Markup } from '../../parts/markup.tsx';
import { RowName } from '../../parts/row-name.tsx';
import { linkTo } from '../pages.ts';
import { publicationPath } from '../publication/address.ts';

const PATHS: Readonly<Record<string, (id: string) => string>> = {
  publication: publicationPath,
  person: (orcid) => `/people/${orcid}`,
  ingestion: (orcid) => `/people/${orcid}`,
  project: (id) => `/projects/${encodeURIComponent(id)}`,
  entity: (id) => `/entities/${encodeURIComponent(id)}`,
  category: (id) => `/categories/${encodeURIComponent(id)}`,
  user: () => '/members',
  api_key: (hash) => `/keys/partners/${hash}`,
  installation: (id) => `/keys/websites/${id}`,
};

export const SubjectName = ({ subject: { type, id, label } }: Pick<Event, 'subject'>) => {
  const path = PATHS[type]?.(id) ?? null;
  const href = path === null ? null : linkTo(path);
  const name = <Markup html={label} fallback={id} />;
  return href === null ? <span dir="auto">{name}</span> : <RowName href={href}>{name}</RowName>;
};
