/** What a page opens because the address asks for it by its fragment, such as `/members#invite`. */
import { useEffect } from 'preact/hooks';
import { address, navigate } from '../client/router.ts';

/** `open` gets the fragment, if it is one of `names`. It leaves the address, so that asking again opens it again. */
export const useFragment = <Name extends string>(names: readonly Name[], open: (name: Name) => void): void => {
  const { hash, pathname, search } = address.value;
  useEffect(() => {
    const asked = names.find((name) => hash === `#${name}`);
    if (asked === undefined) return;
    navigate(`${pathname}${search}`, { replace: true });
    open(asked);
  }, [hash]);
};
