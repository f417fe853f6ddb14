/** An example of each of some event types: a type without one does not compile. */
import type { EventOf, EventType } from '../../../projections/define.ts';

export type Examples<T extends EventType> = { readonly [Each in T]: EventOf<Each>['data'] };

export const AT = Date.UTC(2026, 0, 1);
export const ORCID = '0000-0002-1825-0097';
export const SOURCE = { provider: 'crossref', url: 'https://api.crossref.org/works/10.5555/a' } as const;
