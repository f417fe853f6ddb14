/** Requests proofs from websites on this machine. */
import { openOriginProofs, type OriginProofsOptions } from '../../../infra/origins/index.ts';
import { answering, type Answering, type Reaction } from '../../support/answering.ts';
import { closing } from '../../support/closing.ts';

export const PROOF = 'colophon-proof-1234567890';
export const PATH = '/.well-known/colophon-verification';
export const never = (): AbortSignal => new AbortController().signal;

export const shows =
  (text: string): Reaction =>
  (response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end(text);

export type Options = Partial<OriginProofsOptions>;

/** Whether the proof is found there; default: every address may be reached. */
export const lookAt = (origin: string, options: Options = {}, signal: AbortSignal = never()): Promise<string | null> =>
  openOriginProofs({ mayReach: () => true, version: 'test', ...options }).find(origin, PROOF, signal);

export const withWebsite = async (
  reactions: readonly Reaction[],
  test: (website: Answering) => Promise<void>,
): Promise<void> => {
  await using website = closing(await answering(...reactions));
  await test(website);
};

/** The URL of a website on this machine, under another name. */
export const named = (hostname: string, { url }: Answering): string => {
  const address = new URL(url);
  return `http://${hostname}:${address.port}`;
};
