/** The roles of contributors: the lists that name them. */
import { messages } from '../client/i18n.ts';
import { Badge } from '../parts/states.tsx';
import de from './contributor-roles/de.json' with { type: 'json' };
import en from './contributor-roles/en.json' with { type: 'json' };

const named = messages({ en, de });

const isNamed = (role: string): role is keyof typeof en => Object.hasOwn(en, role);

/** An unknown role is returned unchanged. */
export const contributorRole = (role: string): string => (isNamed(role) ? named(role) : role);

/** Shown unless the person is only an author. */
export const Roles = ({ roles }: { readonly roles: readonly string[] }) =>
  roles.some((role) => role !== 'author') && roles.map((role) => <Badge key={role}>{contributorRole(role)}</Badge>);
