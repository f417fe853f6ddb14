/** The page of an entity. */
import { ENTITIES } from '../named/kinds.ts';
import { NamedPage } from '../named/one.tsx';
import type { PageProps } from '../pages.ts';

const One = ({ params }: PageProps) => <NamedPage kind={ENTITIES} id={params['id'] ?? ''} />;

export default One;
