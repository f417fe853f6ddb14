/** The entities of the workspace. */
import { ENTITIES } from '../named/kinds.ts';
import { NamedList } from '../named/list.tsx';

const List = () => <NamedList kind={ENTITIES} />;

export default List;
