/** “Export”: a menu of formats, in which the browser saves publications. */
import { useState } from 'preact/hooks';
import type { BodyOf, QueryOf } from '../../client/api.ts';
import { download } from '../../client/session.ts';
import { Menu, MenuItem } from '../../parts/menu.tsx';
import { attempt } from '../../parts/toast.tsx';
import { FormattedDialog, type Formatting } from './formatted.tsx';
import { save } from './save.ts';
import { words as t } from './generated/words.ts';

type Chosen = BodyOf<'POST /api/publications/export'>;

const FORMATS = [
  'bibtex',
  'biblatex',
  'ris',
  'csl-json',
  'json-ld',
  'xlsx',
  'csv',
  'csv-excel',
  'ndjson',
] as const satisfies readonly Chosen['format'][];

/** Some publications, or all that match. */
export type Exported = Pick<Chosen, 'ids'> | { readonly query: QueryOf<'GET /api/publications'> };

const fileOf = (exported: Exported, formatting: Formatting): Promise<File> =>
  'ids' in exported
    ? download('POST /api/publications/export', { body: { ...formatting, ids: exported.ids } })
    : download('GET /api/publications', { query: { ...exported.query, ...formatting } });

type Props = {
  readonly isSmall?: boolean;
  /** The fragment of the address that opens it too. */
  readonly at?: string;
  readonly exported: () => Exported;
};

export const ExportMenu = ({ isSmall = false, at, exported }: Props) => {
  const [isBusy, setBusy] = useState(false);
  const [isFormatting, setFormatting] = useState(false);
  const take = (formatting: Formatting): void => {
    setBusy(true);
    void attempt(async () => save(await fileOf(exported(), formatting)), { then: () => setBusy(false) });
  };
  return (
    <>
      <Menu label={t(isBusy ? 'exporting' : 'export')} icon="file-down" align="end" isSmall={isSmall} at={at}>
        {(close) => (
          <>
            {FORMATS.map((format) => (
              <MenuItem
                key={format}
                onClick={() => {
                  close();
                  take({ format });
                }}
              >
                {t(format)}
              </MenuItem>
            ))}
            <hr />
            <MenuItem
              onClick={() => {
                close();
                setFormatting(true);
              }}
            >
              {t('formatted')}
            </MenuItem>
          </>
        )}
      </Menu>
      <FormattedDialog isOpen={isFormatting} onClose={() => setFormatting(false)} onSave={take} />
    </>
  );
};
