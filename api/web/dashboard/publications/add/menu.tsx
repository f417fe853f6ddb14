/** “Add”: the ways in which publications come into the list by hand. */
import type { IconName } from '../../../parts/icon.tsx';
import { Menu, MenuItem } from '../../../parts/menu.tsx';
import { here } from '../../pages.ts';
import { words as t } from '../generated/words.ts';

const WAYS = [
  { way: 'by_doi', icon: 'link' },
  { way: 'by_hand', icon: 'pencil' },
] as const satisfies readonly { readonly way: string; readonly icon: IconName }[];

export type Way = (typeof WAYS)[number]['way'];

export const AddMenu = ({ onWay }: { readonly onWay: (way: Way) => void }) => (
  <Menu label={t('add')} icon="plus" kind="primary" align="end">
    {(close) => (
      <>
        {WAYS.map(({ way, icon }) => (
          <MenuItem
            key={way}
            icon={icon}
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
