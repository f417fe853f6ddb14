/** A person's photo: its web address, or a file. */
import { useState } from 'preact/hooks';
import { base64Of, photoFrom } from '../../client/file.ts';
import { refusal } from '../../client/refusal.ts';
import { api } from '../../client/session.ts';
import { Field, TextField } from '../../parts/field.tsx';
import { failureText, Skeleton } from '../../parts/states.tsx';
import { useAction } from '../../parts/use-action.ts';
import type { Control, EditorProps } from '../record/control.ts';
import { Picture } from '../record/controls/picture.tsx';
import { isWebAddress, webAddress } from '../record/controls/text.tsx';
import { words as t } from './generated/words.ts';

const PhotoEditor = ({ orcid, typed, onTyped, ...field }: EditorProps<string> & { readonly orcid: string }) => {
  const [chosen, setChosen] = useState<string | null>(null);
  const { isBusy, failure, run } = useAction(orcid);
  const choose = (file: File) =>
    run(async () => {
      const photo = await photoFrom(file);
      if (photo === null) throw refusal('file', t('not_a_picture_file'));
      const body = { file: await base64Of(photo) };
      const { photo_url: address } = (await api('POST /api/people/{orcid}/photo', { params: { orcid }, body })).body;
      setChosen(address);
      onTyped(address);
    });
  return (
    <div class="stack">
      <TextField {...field} type="address" value={typed} onValue={onTyped} />
      <Field
        label={t('photo_file')}
        hint={t('photo_file_hint')}
        error={failure === null ? undefined : failureText(failure)}
      >
        {(bound) => (
          <input
            {...bound}
            class="control"
            type="file"
            accept="image/*"
            aria-busy={isBusy}
            onChange={({ currentTarget: { files } }) => files?.[0] !== undefined && void choose(files[0])}
          />
        )}
      </Field>
      {isBusy && <Skeleton lines={2} />}
      {typed === chosen && <Picture address={typed} text={t('photo_chosen')} />}
    </div>
  );
};

export const photo = (orcid: string): Control<string> => ({
  ...webAddress(),
  edit: (props) => <PhotoEditor {...props} orcid={orcid} />,
  show: (value) =>
    typeof value === 'string' && isWebAddress(value) ? <Picture address={value} text={t('photo')} /> : null,
});
