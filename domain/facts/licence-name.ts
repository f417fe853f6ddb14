/** Licences as listings compare them: those of Creative Commons by their name, whatever their version, others by their address. */
import type { CslItem } from '../csl.ts';
import { Refused } from '../errors.ts';
import { parseLicence } from './web-address.ts';

/** https://creativecommons.org/share-your-work/cclicenses/ */
const CREATIVE_COMMONS = /^https:\/\/creativecommons\.org\/(licenses|publicdomain)\/([a-z+-]+)\/(?:(\d\.\d)\/)?/u;
const PUBLIC_DOMAIN: Readonly<Record<string, string>> = { zero: 'cc0', mark: 'public-domain' };

/** `cc-by` and `4.0` of a canonical address of Creative Commons; null for any other. */
export const creativeCommonsAt = (
  address: string,
): { readonly name: string; readonly version: string | null } | null => {
  const [, folder, text = '', version = null] = CREATIVE_COMMONS.exec(address) ?? [];
  const name = folder === 'licenses' ? `cc-${text}` : PUBLIC_DOMAIN[text];
  return folder === undefined || name === undefined ? null : { name, version };
};

/** For machines that read the text, and for sharing among researchers: neither says what readers may do. */
const NOT_FOR_READERS = new Set<string | undefined>(['tdm', 'stm-asf']);

/** `cc-by` of a name in the words of OpenAlex or of an address; the address of any other licence. Throws `Refused('invalid')`. */
export const licenceName = (text: string): string => {
  const given = text.trim();
  if (/^[a-z\d][a-z\d+.-]*$/iu.test(given)) return given.toLowerCase();
  if (!/^https?:/iu.test(given)) {
    const accepted = 'a name such as cc-by, or the address of a licence';
    throw new Refused('invalid', 'invalid_licence', `must be ${accepted}`, { accepted });
  }
  const address = parseLicence(given);
  return creativeCommonsAt(address)?.name ?? address;
};

const named = (text: string): readonly string[] => {
  try {
    return [licenceName(text)];
  } catch {
    return [];
  }
};

/** Of the record and of its open copies. */
export const licencesOf = ({
  license = [],
  locations = [],
}: Pick<CslItem, 'license' | 'locations'>): readonly string[] => [
  ...new Set(
    [
      ...license.flatMap(({ URL, ...each }) => (NOT_FOR_READERS.has(each['content-version']) ? [] : [URL])),
      ...locations.flatMap(({ license: name }) => name ?? []),
    ].flatMap(named),
  ),
];
