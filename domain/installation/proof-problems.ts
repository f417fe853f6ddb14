/** Why the proof of an origin was not found, in a sentence each, which the event of the check holds. */
import { PROOF } from '../limits.ts';

export const PROOF_FILE = '/.well-known/colophon-verification';

export const PROOF_PROBLEMS = {
  too_long: `the response of the website at ${PROOF_FILE} is too long for a verification token`,
  not_the_token: `the response of the website at ${PROOF_FILE} is not the verification token`,
  redirects_elsewhere: 'the website redirects to another address, which is not followed',
  redirects_too_often: `the website redirects more than ${PROOF.redirects} times`,
  private_address:
    'the origin resolves to a private address, which is not allowed: for tests, the operator can set ALLOW_PRIVATE_ORIGINS=true',
  timeout: 'the website did not answer in time',
  unknown_name: 'the name of the website could not be resolved',
  certificate: 'the TLS certificate of the website is not valid',
  not_http: 'the website did not return a valid HTTP response',
  unreachable: 'the website could not be reached',
} as const;

export type ProofProblem = keyof typeof PROOF_PROBLEMS;

export const wrongStatus = (status: number): string => `the website answered ${status} at ${PROOF_FILE}, not 200`;
