/** Gives a person without an ORCID iD one, and merges two entries of one person. */
import { parseOrcid } from '../../../../domain/orcid.ts';
import { hasOrcid } from '../../../../domain/person/id.ts';
import { parseOrRefuse, reworded } from '../../client/refusal.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { FormView, useForm } from '../../parts/form.tsx';
import { attempt } from '../../parts/toast.tsx';
import { useOpener } from '../../parts/use-opener.tsx';
import { FindPerson } from './find-person.tsx';
import { startMerge } from './merge-jobs.tsx';
import { words as t } from './generated/words.ts';

type Of = { readonly id: string; readonly name: string };
type Props = Of & { readonly close: () => void };

const refused = reworded({ person_merged: () => t('was_merged') });

const AddOrcid = ({ id, name, close }: Props) => {
  const form = useForm({
    initial: { orcid: '' },
    draft: `person:${id}:orcid`,
    refused,
    save: async ({ orcid }) => {
      await startMerge({ from: id, into: parseOrRefuse('into', parseOrcid, orcid, t('orcid_wrong')), name });
      close();
    },
  });
  return (
    <FormView form={form} action={t('add_orcid')} onCancel={close}>
      <p>{t('add_orcid_means', { name })}</p>
      <TextField label="ORCID iD" isRequired hint={t('orcid_example')} type="code" {...form.field('orcid', 'into')} />
    </FormView>
  );
};

/** Someone with an iD stays; only people without one are merged into them. */
const MergeWith = ({ id, name, close }: Props) => {
  const stays = hasOrcid(id);
  const take = (other: string, otherName: string): void => {
    close();
    const [from, into] = stays ? [other, id] : [id, other];
    const [gone, kept] = stays ? [otherName, name] : [name, otherName];
    void attempt(() => startMerge({ from, into, name: gone }), {
      sure: {
        title: t('merge_title', { name: gone, into: kept }),
        body: t('merge_means', { name: gone, into: kept }),
        action: t('merge'),
      },
    });
  };
  return (
    <div class="stack airy">
      <p>{t(stays ? 'merge_here_hint' : 'merge_hint', { name })}</p>
      <FindPerson
        label={t('merge_person')}
        noMatch={t('no_match')}
        isWithoutOrcid={stays}
        taken={[id]}
        takenLabel={t('this_person')}
        icon="check"
        action={t('choose')}
        actionFor={(other) => t('choose_name', { name: other })}
        onTake={take}
      />
    </div>
  );
};

export const MergeButtons = ({ id, name }: Of) => {
  const adding = useOpener(t('add_orcid'), { icon: 'id-card', kind: 'plain' });
  const merging = useOpener(t('merge_with'), { icon: 'users', kind: 'plain' });
  return (
    <>
      {!hasOrcid(id) && adding.opener}
      {merging.opener}
      <Dialog title={t('add_orcid')} isOpen={adding.dialog.isOpen} onClose={adding.dialog.close}>
        <AddOrcid id={id} name={name} close={adding.dialog.close} />
      </Dialog>
      <Dialog title={t('merge_with')} isOpen={merging.dialog.isOpen} onClose={merging.dialog.close}>
        <MergeWith id={id} name={name} close={merging.dialog.close} />
      </Dialog>
    </>
  );
};
