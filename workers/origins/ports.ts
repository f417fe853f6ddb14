/** What the verification of origins needs: a way to look at a website for the proof that it is the institute's own. */

export interface OriginProofs {
  /**
   * Null when `GET {origin}/.well-known/colophon-verification` answers the proof; else one sentence for the administrator
   * that says why not, without anything of what was answered and without addresses. Bounded in time. Throws only the
   * signal's reason.
   */
  find(origin: string, proof: string, signal: AbortSignal): Promise<string | null>;
}
