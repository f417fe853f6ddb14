/** “Export”: a menu of formats, in which the browser saves publications. */
import { useState } from 'preact/hooks';
import type { BodyOf, QueryOf } from '../../client/api.ts';
import { bytes } from '../../client/format.ts';
import { download } from '../../client/session.ts';
import { Menu, MenuItem } from '../../parts/menu.tsx';
import { attempt } from '../../parts/toast.tsx';
import { FormattedDialog, wordFormatting, type Formatting } from './formatted.tsx';
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

type Asked = { readonly exported: Exported; readonly formatting: Formatting };

const fileOf = ({ exported, formatting }: Asked, received: (bytes: number) => void): Promise<File> =>
  'ids' in exported
    ? download('POST /api/publications/export', { body: { ...formatting, ids: exported.ids } }, received)
    : download('GET /api/publications', { query: { ...exported.query, ...formatting } }, received);

type Props = {
  readonly isSmall?: boolean;
  /** The fragment of the address that opens it too. */
  readonly at?: string;
  readonly exported: () => Exported;
};

export const ExportMenu = ({ isSmall = false, at, exported }: Props) => {
  /** Bytes so far; null while there is no export. */
  const [received, setReceived] = useState<number | null>(null);
  const [isFormatting, setFormatting] = useState(false);
  const take = (formatting: Formatting): void => {
    setReceived(0);
    void attempt(async () => save(await fileOf({ exported: exported(), formatting }, setReceived)), {
      then: () => setReceived(null),
    });
  };
  const item = (close: () => void, label: string, choose: () => void) => (
    <MenuItem
      key={label}
      onClick={() => {
        close();
        choose();
      }}
    >
      {label}
    </MenuItem>
  );
  const busy = received === 0 ? t('exporting') : t('exporting_so_far', { size: bytes(received ?? 0) });
  return (
    <>
      <Menu label={received === null ? t('export') : busy} icon="file-down" align="end" isSmall={isSmall} at={at}>
        {(close) => (
          <>
            {FORMATS.map((format) => item(close, t(format), () => take({ format })))}
            <hr />
            {item(close, t('as_docx'), () => take(wordFormatting()))}
            {item(close, t('formatted'), () => setFormatting(true))}
          </>
        )}
      </Menu>
      <FormattedDialog isOpen={isFormatting} onClose={() => setFormatting(false)} onSave={take} />
    </>
  );
};
