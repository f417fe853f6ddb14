/** “Add”: the ways in which publications come into the list by hand. */
import type { IconName } from '../../../parts/icon.tsx';
import { Menu, MenuItem } from '../../../parts/menu.tsx';
import { here } from '../../pages.ts';
import { words as t } from '../generated/words.ts';

export const WAYS = ['by_doi', 'by_hand'] as const;
export type Way = (typeof WAYS)[number];

const ICONS: Readonly<Record<Way, IconName>> = { by_doi: 'link', by_hand: 'pencil' };

export const AddMenu = ({ onWay }: { readonly onWay: (way: Way) => void }) => (
  <Menu label={t('add')} icon="plus" kind="primary" align="end">
    {(close) => (
      <>
        {WAYS.map((way) => (
          <MenuItem
            key={way}
            icon={ICONS[way]}
            onClick={() => {
              close();
              onWay(way);
            }}
          >
            {t(way)}
          </MenuItem>
        ))}
        <MenuItem icon="file-text" href={here('/publications/import')} onClick={close}>
          {t('from_a_file')}
        </MenuItem>
      </>
    )}
  </Menu>
);
