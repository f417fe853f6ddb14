/** Web addresses in the facts of a record: links that are safe to show, licences of Creative Commons in one form. */
import { isWithin } from '../characters.ts';
import { Refused } from '../errors.ts';
import { TEXT } from '../limits.ts';
import { quoted } from '../shortened.ts';
import { urlIn } from '../url.ts';

const ACCEPTED = `an address that begins with http:// or https://, of at most ${TEXT.webAddressCharacters} characters`;

/** Throws `Refused('invalid')`. No other scheme is safe to click. */
export const parseWebAddress = (text: string): string => {
  const trimmed = text.trim();
  const isAddress =
    /^https?:\/\/[^\s<>"]+$/iu.test(trimmed) && isWithin(trimmed, TEXT.webAddressCharacters) && urlIn(trimmed) !== null;
  if (!isAddress)
    throw new Refused('invalid', 'invalid_address', `not a web address: ${quoted(text)}`, { accepted: ACCEPTED });
  return trimmed;
};

/** The licence or dedication, then the version and the jurisdiction; behind it are only other views of the same. */
const CREATIVE_COMMONS =
  /^https?:\/\/(?:www\.)?creativecommons\.org\/(licen[cs]es|publicdomain)\/([a-z+-]+)(?:\/(\d\.\d))?(?:\/(?!deed|legalcode)([a-z]{2,3}))?(?:\/(?:(?:deed|legalcode)(?:[.-][a-z_-]+)?)?)?(?:[?#]\S*)?$/iu;

/**
 * The address of a licence. One of Creative Commons has its canonical form (https://wiki.creativecommons.org/wiki/CC_REL), so the same
 * licence is the same text. Throws `Refused('invalid')`.
 */
export const parseLicence = (text: string): string => {
  const address = parseWebAddress(text);
  const [whole, kind = '', name, version, jurisdiction] = CREATIVE_COMMONS.exec(address) ?? [];
  if (whole === undefined) return address;
  const folder = kind.toLowerCase() === 'publicdomain' ? 'publicdomain' : 'licenses';
  const parts = [folder, name, version, jurisdiction].filter((part) => part !== undefined);
  return `https://creativecommons.org/${parts.join('/').toLowerCase()}/`;
};
