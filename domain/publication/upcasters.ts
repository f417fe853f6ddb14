/** Until 1.1, works without a DOI had events of their own. They are publications with another key, and their address is their URL. */
import type { CslItem } from '../csl.ts';
import type { Change } from '../changes/change.ts';
import type { Item } from '../identifier/events.ts';
import { idOf } from '../item.ts';
import type { Edited } from '../record/overlay.ts';
import type { Links, Source } from './events.ts';

const recorded = (type: string, data: object) => ({ type, schemaVersion: 1, data });

const happened = (type: string) => () => recorded(type, {});

type Recorded = { readonly key: string; readonly original: CslItem; readonly href: string };

/** A list's own address stood for that of a work without one. */
const isAddress = (href: string): boolean => href !== '' && !/^https:\/\/orcid\.org\/[\dX-]+$/u.test(href);

const withAddress = (original: CslItem, href: string): CslItem =>
  isAddress(href) ? { ...original, URL: href } : original;

/** The address was beside the record, and is its last change. */
const withMove = (changes: readonly Change[], href: string | undefined, before?: string): readonly Change[] =>
  href === undefined || !isAddress(href)
    ? changes
    : [
        ...changes.filter(({ path }) => path !== '/URL'),
        { path: '/URL', ...(before !== undefined && isAddress(before) && { before }), after: href },
      ];

type Refreshed = {
  readonly changes: readonly Change[];
  readonly href: string;
  readonly source: Source;
  readonly fetchedAt: number;
};
type WasEdited = Edited & { readonly href?: string; readonly hrefBefore?: string };
type OfLinks = { readonly links: Links };
type By = { readonly by: Item };
type From = { readonly from: Item };

export const WORK_UPCASTERS = {
  'WorkAdded@1': ({ key: doi, original, href, source, fetchedAt }: Recorded & Omit<Refreshed, 'changes'>) =>
    recorded('PublicationAdded', {
      ...{ doi, original: withAddress(original, href), source, fetchedAt },
      ...{ enrichment: null, citedByCount: null, notices: [] },
    }),
  'WorkCreated@1': ({ key: doi, original, href }: Recorded) =>
    recorded('PublicationCreated', { doi, original: withAddress(original, href) }),
  'WorkRefreshed@1': ({ changes, href, source, fetchedAt }: Refreshed) =>
    recorded('PublicationRefreshed', { changes: withMove(changes, href), source, fetchedAt }),
  'WorkEdited@1': ({ changes, reverted, href, hrefBefore }: WasEdited) =>
    recorded('PublicationEdited', { changes: withMove(changes, href, hrefBefore), reverted }),
  'WorkAuthorLinked@1': ({ links }: OfLinks) => recorded('AuthorLinked', { links, isFurther: true }),
  'WorkAuthorUnlinked@1': ({ links }: OfLinks) => recorded('AuthorUnlinked', { links, isFurther: true }),
  'WorkIdentified@1': (data: object) => recorded('PublicationIdentified', data),
  'WorkSuperseded@1': ({ by }: By) => recorded('PublicationSuperseded', { by: idOf(by) }),
  'WorkJoinSuggested@1': ({ by }: By) => recorded('PublicationJoinSuggested', { by: idOf(by) }),
  'WorkJoinDeclined@1': ({ from }: From) => recorded('PublicationJoinDeclined', { from: idOf(from) }),
  'WorkSeparated@1': ({ from }: From) => recorded('PublicationSeparated', { from: idOf(from) }),
  'WorkKeptApart@1': ({ from }: From) => recorded('PublicationKeptApart', { from: idOf(from) }),
  'WorkPublished@1': happened('PublicationShown'),
  'WorkUnpublished@1': happened('PublicationHidden'),
  'WorkArchived@1': happened('PublicationDeleted'),
  'WorkUnarchived@1': () => recorded('PublicationRestored', { isHidden: true }),
  'WorkReset@1': happened('PublicationReset'),
} as const;
