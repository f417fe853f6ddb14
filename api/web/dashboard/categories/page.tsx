/** The categories of the workspace. */
import { CATEGORIES } from '../named/kinds.ts';
import { NamedList } from '../named/list.tsx';

const List = () => <NamedList kind={CATEGORIES} />;

export default List;
