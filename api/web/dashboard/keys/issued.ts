/** What goes to the people who use a key. */
import type { Issued } from './shown-once.tsx';

type Named = { readonly name: string; readonly baseUrl: string | null };

const issued = ({ name, baseUrl }: Named, key: string, path: string): Issued => ({
  key,
  name,
  address: baseUrl === null ? null : `${baseUrl}${path}`,
  guide: baseUrl === null ? null : `${baseUrl}/docs`,
});

export const forWebsite = (whose: Named, key: string): Issued => issued(whose, key, '/integrations/v1');
export const forPartner = (whose: Named, key: string): Issued => issued(whose, key, '/api');
