/** The page of a category. */
import { CATEGORIES } from '../named/kinds.ts';
import { NamedPage } from '../named/one.tsx';
import type { PageProps } from '../pages.ts';

const One = ({ params }: PageProps) => <NamedPage kind={CATEGORIES} id={params['id'] ?? ''} />;

export default One;
