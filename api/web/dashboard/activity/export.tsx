/** “Export” of the timeline: every event that matches, as a file. */
import { useState } from 'preact/hooks';
import { download } from '../../client/session.ts';
import { Menu, MenuItem } from '../../parts/menu.tsx';
import { attempt } from '../../parts/toast.tsx';
import { save } from '../exports/save.ts';
import { words as t } from './generated/words.ts';
import { requestOf, type activity } from './view.ts';

const FORMATS = ['csv', 'ndjson'] as const;

export const ActivityExport = ({ view }: { readonly view: typeof activity.defaults }) => {
  const [isBusy, setBusy] = useState(false);
  const take = (format: (typeof FORMATS)[number]): void => {
    setBusy(true);
    const query = { ...requestOf(view), page: undefined, per_page: undefined, format };
    void attempt(async () => save(await download('GET /api/activity', { query })), { then: () => setBusy(false) });
  };
  return (
    <Menu label={t(isBusy ? 'exporting' : 'export')} icon="file-down" align="end">
      {(close) =>
        FORMATS.map((format) => (
          <MenuItem
            key={format}
            onClick={() => {
              close();
              take(format);
            }}
          >
            {t(format)}
          </MenuItem>
        ))
      }
    </Menu>
  );
};
