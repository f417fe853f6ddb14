/** Licences in the reader's words. */
import { words as t } from './generated/words.ts';

const CREATIVE_COMMONS = ['by', 'by-sa', 'by-nc', 'by-nd', 'by-nc-sa', 'by-nc-nd'].map((name) => `cc-${name}`);

/** `CC BY-NC` of `cc-by-nc`. Others have an address, which is their name. */
export const licenceName = (licence: string): string => {
  if (licence === 'cc0') return 'CC0';
  if (licence === 'public-domain') return t('public_domain');
  return licence.startsWith('cc-') ? licence.replace('-', ' ').toUpperCase() : licence.replace(/^https?:\/\//u, '');
};

export const licenceOptions = () =>
  [...CREATIVE_COMMONS, 'cc0', 'public-domain'].map((value) => ({ value, label: licenceName(value) }));
