/** The dashboard's ports besides the stores: sign-in, imports, references and pictures. */
import type { Caller } from '../../commands/caller.ts';
import type { Identity } from '../../commands/identity/identities.ts';
import type { Picture } from '../../commands/picture-file.ts';
import type { Change } from '../../domain/changes/change.ts';
import type { LastBackup } from '../../commands/last-backup.ts';
import type { Position } from '../../domain/event.ts';
import type { ReferenceFormat, ReferenceList } from '../../domain/reference-import/entry.ts';

/** An identity-aware proxy in front of the dashboard, which sends a signed token with each request. */
export interface ProxyTokens {
  /** The header with the token, in lower case. */
  readonly header: string;
  /** The identity in the token. Throws `Refused('forbidden')` for an invalid token, `Unavailable` if the keys cannot be fetched. */
  verify(token: string): Promise<Identity>;
}

/** What a pending sign-in must remember until the provider redirects the browser back. */
export type SignInChecks = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** An OpenID Connect provider: authorization code with PKCE. */
export interface OpenIdProvider {
  /** The URL to redirect the browser to. Throws `Unavailable` if the provider cannot be reached. */
  begin(redirectUrl: string): Promise<{ readonly url: string; readonly checks: SignInChecks }>;
  /** The identity of the signed-in user. Throws `Refused('invalid')` if the callback fails the checks; `Unavailable`. */
  finish(callbackUrl: string, checks: SignInChecks): Promise<Identity>;
  /** Null if the provider has no such URL or does not respond. */
  signOutUrl(returnUrl: string): Promise<string | null>;
}

/** Fetches pictures, each once for a while and for all members of a workspace, also if there is none. */
export interface Pictures {
  /**
   * Null if there is no picture within the bounds (`PICTURE`) at this address, or it is not on a public website. `again`: even if there
   * was none a moment ago.
   */
  find(workspace: string, url: string, options?: { readonly again?: boolean }): Promise<Picture | null>;
}

type ImportRequest = {
  readonly doi: string;
  readonly personOrcids: readonly string[];
  /** Staff have hidden the work that is this publication. */
  readonly isHiddenIfNew?: boolean;
};
type ImportOutcome = { readonly doi: string; readonly outcome: 'created' | 'refreshed' | 'unchanged' };
type Import<More> = (request: ImportRequest, caller: Caller, signal: AbortSignal) => Promise<ImportOutcome & More>;

export interface Imports {
  /**
   * Throws `Refused('invalid')` for a malformed DOI or iD or an unregistered person, `Refused('not_found')` with the providers
   * queried if none has the DOI, `Unavailable` without changes if a provider cannot respond.
   */
  readonly doi: Import<{ readonly position: Position }>;
  /** What the import would change. Queries the providers within the same bounds, but records nothing. Throws the same errors. */
  readonly preview: Import<{
    readonly title: string | null;
    readonly changes: readonly Change[];
    readonly visible: boolean;
    readonly isDeleted: boolean;
    readonly personOrcids: readonly string[];
  }>;
}

/** How the service stands. Names no folder and no server: administrators of a workspace see it, not only the operator. */
export type Standing = {
  /** With the commit, if it is known. */
  readonly version: string;
  readonly stores: {
    readonly events: 'embedded' | 'eventstoredb';
    readonly readModels: 'embedded' | 'mongodb';
    readonly state: 'embedded' | 'mongodb';
  };
  /** Null if no store is embedded, or their folder cannot be looked at. */
  readonly disk: { readonly usedBytes: number; readonly freeBytes: number } | null;
  readonly projections: readonly {
    readonly name: string;
    readonly version: number;
    readonly phase: 'absent' | 'filling' | 'live';
    readonly paused?: true;
    readonly position: Position;
    readonly head: Position;
    readonly lagEvents: number;
    readonly lagMs: number;
  }[];
  readonly lastBackup: LastBackup | null;
};

/** Reads lists of references, off the caller's thread. */
export interface References {
  /**
   * `format`: null to tell by the contents. An entry that cannot be read is a `ReferenceProblem`, and does not stop the others. Throws
   * `Refused('invalid')`, naming the field, if there is no entry, there are more than `REFERENCES.entries`, or reading takes more time or
   * memory than it may.
   */
  read(bytes: Uint8Array, format: ReferenceFormat | null, signal: AbortSignal): Promise<ReferenceList>;
}
