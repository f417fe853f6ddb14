/** What the dashboard needs from the outside besides the stores: who signs people in, who imports, who cites. */
import type { Caller } from '../../commands/caller.ts';
import type { Identity } from '../../commands/identity/identities.ts';
import type { Change } from '../../domain/changes/change.ts';
import type { CslItem } from '../../domain/csl.ts';
import type { Position } from '../../domain/event.ts';

/** An identity-aware proxy in front of the dashboard, which signs who it let through. */
export interface ProxyTokens {
  /** The header that carries its token, in lower case. */
  readonly header: string;
  /** Who the token names. Throws `Refused('forbidden')` for a token that is not valid; `Unavailable` when its keys cannot be had. */
  verify(token: string): Promise<Identity>;
}

/** What a sign-in under way must remember until the provider sends the browser back. */
export type SignInChecks = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** An OpenID Connect provider: authorization code with PKCE. */
export interface OpenIdProvider {
  /** Where to send the browser. Throws `Unavailable` when the provider cannot be reached. */
  begin(redirectUrl: string): Promise<{ readonly url: string; readonly checks: SignInChecks }>;
  /** Who came back. Throws `Refused('invalid')` when the answer is not the one that was asked for; `Unavailable`. */
  finish(callbackUrl: string, checks: SignInChecks): Promise<Identity>;
  /** Where to send the browser to end the provider's own session; null if it has no such address or does not answer. */
  signOutUrl(returnUrl: string): Promise<string | null>;
}

/** Publications written out in a citation style, made off the caller's thread. */
export interface Citations {
  /**
   * One APA citation an item, HTML with CSL's inline markup at most, in the same order; null for an item that cannot be cited, and for none.
   * Kept by workspace, content and locale. A locale without a translation falls back to English.
   */
  apa(workspace: string, items: readonly (CslItem | null)[], locale: string): Promise<readonly (string | null)[]>;
}

type ImportAsked = { readonly doi: string; readonly personOrcids: readonly string[] };
type ImportOutcome = 'created' | 'refreshed' | 'unchanged';

/** Importing one DOI now. */
export interface Imports {
  /**
   * Throws `Refused('invalid')` for a malformed DOI or iD or a person who is not registered, `Refused('not_found')` naming who
   * was asked when no provider knows the DOI, `Unavailable` with nothing changed when a provider cannot answer.
   */
  doi(
    request: ImportAsked,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<{ readonly doi: string; readonly outcome: ImportOutcome; readonly position: Position }>;
  /** What it would change: asks the providers under the same bounds, and records nothing. Throws the same. */
  preview(
    request: ImportAsked,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<{
    readonly doi: string;
    readonly outcome: ImportOutcome;
    readonly title: string | null;
    readonly changes: readonly Change[];
    readonly visible: boolean;
    readonly isDeleted: boolean;
    readonly personOrcids: readonly string[];
  }>;
}
