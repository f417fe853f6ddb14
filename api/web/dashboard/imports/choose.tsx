/** Takes a list of references: pasted, chosen or dropped as a file. */
import { useState } from 'preact/hooks';
import { REFERENCES } from '../../../../domain/limits.ts';
import { base64Of } from '../../client/file.ts';
import { number } from '../../client/format.ts';
import { api } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { Field, TextArea } from '../../parts/field.tsx';
import { submitting } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { Alert, failureText } from '../../parts/states.tsx';
import { useAction } from '../../parts/use-action.ts';
import { words as t } from './generated/words.ts';
import { PER_PAGE, view } from './list.ts';
import { listRefused } from './problem.tsx';

const ACCEPTED =
  '.bib,.bibtex,.ris,.nbib,.json,.txt,application/x-bibtex,application/x-research-info-systems,application/json';
const MIB = 1024 * 1024;

export const ChooseList = () => {
  const [pasted, paste] = useState('');
  const [file, choose] = useState<File | null>(null);
  const [isOver, setOver] = useState(false);
  const { isBusy, failure, run } = useAction(file ?? pasted);
  const isTooLarge = (file?.size ?? 0) > REFERENCES.bytes;
  const isReady = !isTooLarge && (file !== null || pasted.trim() !== '');
  const read = (): Promise<boolean> =>
    run(async () => {
      // As it is: the server finds out its encoding.
      const body = file === null ? { content: pasted } : { file: await base64Of(file) };
      const { body: list } = await api('POST /api/publications/imports', { body, query: { per_page: PER_PAGE } });
      view.show({ list: list.id, status: null, page: 1 });
    });
  return (
    <Section title={t('the_list')}>
      <form
        class={isOver ? 'card-body form stack airy drop-zone over' : 'card-body form stack airy drop-zone'}
        onSubmit={submitting(() => {
          if (isReady && !isBusy) void read();
        })}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          choose(event.dataTransfer?.files[0] ?? null);
        }}
      >
        <Field
          label={t('file')}
          hint={t('file_hint', { size: number(REFERENCES.bytes / MIB), entries: number(REFERENCES.entries) })}
          error={isTooLarge ? t('file_too_large', { size: number(REFERENCES.bytes / MIB) }) : undefined}
        >
          {(bound) => (
            <input
              {...bound}
              class="control"
              type="file"
              accept={ACCEPTED}
              onChange={({ currentTarget }) => choose(currentTarget.files?.[0] ?? null)}
            />
          )}
        </Field>
        {file === null ? (
          <TextArea label={t('text')} rows={8} value={pasted} onValue={paste} />
        ) : (
          <p class="small spread" role="status">
            {t('chosen_file', { name: file.name })}
            <Button isSmall kind="quiet" icon="x" onClick={() => choose(null)}>
              {t('remove_file')}
            </Button>
          </p>
        )}
        <Alert of={failure && failureText(listRefused(failure))} />
        <div class="actions">
          <Button type="submit" kind="primary" isBusy={isBusy} disabled={!isReady}>
            {t('read_list')}
          </Button>
        </div>
      </form>
    </Section>
  );
};
