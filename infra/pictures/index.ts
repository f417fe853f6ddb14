/** Pictures at addresses that records name, from public websites: checked, and kept in memory for a while. */
import type { Pictures } from '../../api/dashboard/ports.ts';
import { boundedCache } from '../../commands/bounded-cache.ts';
import { PICTURE_TYPES, pictureIn, type Picture } from '../../commands/picture-file.ts';
import { PICTURE } from '../../domain/limits.ts';
import { urlIn } from '../../domain/url.ts';
import { type ConnectionOptions, getFile, openConnections } from '../origins/get-file.ts';
import { cutOffBy, TimeIsUp } from '../cut-off.ts';
import { queuesByWorkspace } from '../../commands/queues.ts';

export type PicturesOptions = Omit<ConnectionOptions, 'timeoutMs'> & {
  readonly version: string;
  /** Per picture; default: `PICTURE.ms`. */
  readonly withinMs?: number;
};

const webAddressIn = (text: string, base?: string): URL | null => {
  const url = urlIn(text, base);
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url : null;
};

const REQUESTED = {
  accept: PICTURE_TYPES.join(', '),
  mostBytes: PICTURE.bytes,
  mostRedirects: PICTURE.redirects,
  // To any website: each connection checks the address, and whatever comes is checked too.
  redirected: (from: URL, location: string | undefined) =>
    location === undefined ? null : webAddressIn(location, from.href),
};

/** Each fetch opens new connections, so that names are resolved again and nothing stays open. */
export const openPictures = ({ version, withinMs = PICTURE.ms, ...reach }: PicturesOptions): Pictures => {
  const kept = boundedCache<{ readonly picture: Picture | null }>({
    key: 'workspace',
    maxBytes: PICTURE.keptBytes,
    sizeOf: ({ picture }) => picture?.content.length ?? 0,
  });
  const underWay = new Map<string, Promise<Picture | null>>();
  const queueOf = queuesByWorkspace(PICTURE.atOncePerWorkspace);
  const userAgent = `Colophon/${version} (pictures)`;

  const pictureAt = async (url: URL, signal: AbortSignal): Promise<Picture | null> => {
    const connections = openConnections({ ...reach, timeoutMs: withinMs });
    try {
      const answer = await getFile(connections, { ...REQUESTED, url, userAgent }, signal);
      return 'content' in answer && answer.content !== null ? pictureIn(answer.content) : null;
    } finally {
      await connections.destroy();
    }
  };

  const fetchFor = async (workspace: string, key: string, url: URL): Promise<Picture | null> => {
    let requestedAt = Infinity;
    const request = (signal: AbortSignal): Promise<Picture | null> => {
      requestedAt = performance.now();
      return pictureAt(url, signal);
    };
    const picture = await cutOffBy([], withinMs, (signal) =>
      queueOf(workspace).add(() => request(signal), { signal }),
    ).catch((error: unknown) => {
      // It waited for others, and had less than half of its time.
      const isCutShort = error instanceof TimeIsUp && performance.now() - requestedAt < withinMs / 2;
      return isCutShort ? undefined : null;
    });
    if (picture === undefined) return null;
    // The host learns of one look, not of every one, even if it serves no picture.
    kept.set(key, { picture }, { ttl: picture === null ? PICTURE.missingMs : PICTURE.keptMs });
    return picture;
  };

  return {
    find: async (workspace, address, { again = false } = {}) => {
      const url = webAddressIn(address);
      if (url === null) return null;
      const key = `${workspace} ${url.href}`;
      const known = kept.get(key);
      if (known !== undefined && !(again && known.picture === null)) return known.picture;
      const asked = underWay.get(key) ?? fetchFor(workspace, key, url).finally(() => underWay.delete(key));
      underWay.set(key, asked);
      return asked;
    },
  };
};
