/** Pictures at addresses that records name, from public websites: checked, and kept in memory for a while. */
import type { Picture, Pictures } from '../../api/dashboard/ports.ts';
import { boundedCache } from '../../commands/bounded-cache.ts';
import { PICTURE } from '../../domain/limits.ts';
import { urlIn } from '../../domain/url.ts';
import { type ConnectionOptions, getFile, openConnections } from '../origins/get-file.ts';
import { cutOffBy } from '../cut-off.ts';
import { queuesByWorkspace } from '../../commands/queues.ts';

export type PicturesOptions = Omit<ConnectionOptions, 'timeoutMs'> & { readonly version: string };

/** What a file of the type begins with. An SVG is a document, not a picture. */
const BEGINNINGS: readonly (readonly [type: string, beginning: RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/u],
  ['image/jpeg', /^ffd8ff/u],
  ['image/gif', /^47494638(?:37|39)61/u],
  // "RIFF", the size, "WEBP".
  ['image/webp', /^52494646.{8}57454250/u],
];

const LONGEST = 12;

const pictureIn = (content: Buffer): Picture | null => {
  const beginning = content.toString('hex', 0, LONGEST);
  const [type] = BEGINNINGS.find(([, bytes]) => bytes.test(beginning)) ?? [];
  return type === undefined ? null : { type, content };
};

const webAddressIn = (text: string, base?: string): URL | null => {
  const url = urlIn(text, base);
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url : null;
};

const REQUESTED = {
  accept: BEGINNINGS.map(([type]) => type).join(', '),
  mostBytes: PICTURE.bytes,
  mostRedirects: PICTURE.redirects,
  // To any website: each connection checks the address, and whatever comes is checked too.
  redirected: (from: URL, location: string | undefined) =>
    location === undefined ? null : webAddressIn(location, from.href),
};

/** Each fetch opens new connections, so that names are resolved again and nothing stays open. */
export const openPictures = ({ version, ...reach }: PicturesOptions): Pictures => {
  const kept = boundedCache<{ readonly picture: Picture | null }>({
    key: 'workspace',
    maxBytes: PICTURE.keptBytes,
    sizeOf: ({ picture }) => picture?.content.length ?? 0,
  });
  const underWay = new Map<string, Promise<Picture | null>>();
  const queueOf = queuesByWorkspace(PICTURE.atOncePerWorkspace);
  const userAgent = `Colophon/${version} (pictures)`;

  const pictureAt = async (url: URL, signal: AbortSignal): Promise<Picture | null> => {
    const connections = openConnections({ ...reach, timeoutMs: PICTURE.ms });
    try {
      const answer = await getFile(connections, { ...REQUESTED, url, userAgent }, signal);
      return 'content' in answer && answer.content !== null ? pictureIn(answer.content) : null;
    } finally {
      await connections.destroy();
    }
  };

  const fetchFor = async (workspace: string, key: string, url: URL): Promise<Picture | null> => {
    // The host learns of one look, not of every one, even if it serves no picture.
    const picture = await cutOffBy([], PICTURE.ms, (signal) =>
      queueOf(workspace).add(() => pictureAt(url, signal), { signal }),
    ).catch(() => null);
    kept.set(key, { picture }, { ttl: picture === null ? PICTURE.missingMs : PICTURE.keptMs });
    return picture;
  };

  return {
    find: async (workspace, address) => {
      const url = webAddressIn(address);
      if (url === null) return null;
      const key = `${workspace} ${url.href}`;
      const known = kept.get(key);
      if (known !== undefined) return known.picture;
      const asked = underWay.get(key) ?? fetchFor(workspace, key, url).finally(() => underWay.delete(key));
      underWay.set(key, asked);
      return asked;
    },
  };
};
