/** What origin verification needs: a way to fetch the proof that a website belongs to the institute. */

export interface OriginProofs {
  /**
   * Null when `GET {origin}/.well-known/colophon-verification` returns the proof; else one sentence that tells the administrator
   * why it failed, without response content or IP addresses. Bounded in time. Throws only the signal's reason.
   */
  find(origin: string, proof: string, signal: AbortSignal): Promise<string | null>;
}
