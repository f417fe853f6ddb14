/** Languages (ISO 639-1) with their names in the reader's language. */
import { inOrder } from '../../client/format.ts';
import { language } from '../../client/i18n.ts';

const USUAL =
  'ar bg ca cs da de el en es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka ko la lt lv mk ms nl no pl pt ro ru sk sl sq sr sv sw ta th tr uk ur vi zh'; // oxfmt-ignore

export const languageName = (code: string): string => {
  try {
    return new Intl.DisplayNames(language.value, { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
};

/** The usual ones and the present one. */
export const languages = (present: string) =>
  [...new Set([...USUAL.split(' '), ...(present === '' ? [] : [present])])]
    .map((value) => ({ value, label: languageName(value) }))
    .sort((one, other) => inOrder(one.label, other.label));
