/** Addresses of earlier releases, in which works without a DOI had pages of their own, lead to where they are now. */
import { useEffect } from 'preact/hooks';
import { address, navigate } from '../../client/router.ts';
import { here, type PageProps } from '../pages.ts';
import { publicationPath } from '../publication/address.ts';
import { placeOfFormer } from './former.ts';

export default function FormerWorks({ params: { id } }: PageProps) {
  const path = id === undefined ? placeOfFormer(address.value.searchParams) : publicationPath(id);
  useEffect(() => navigate(here(path), { replace: true }), [path]);
  return null;
}
