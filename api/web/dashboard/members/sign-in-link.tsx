/** A sign-in link for a member or an invitee, inside a message that staff send themselves. */
import { useState } from 'preact/hooks';
import { SIGN_IN } from '../../../../domain/limits.ts';
import type { AnswerTo } from '../../client/api.ts';
import { ago, instant } from '../../client/format.ts';
import type { Member } from '../../client/generated/operations.ts';
import { api, workspace, workspaceName } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Alert, failureText, Loaded, Notice } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useAnswer } from '../../parts/use-resource.ts';
import { words as t } from './generated/words.ts';
import { refusedInWords } from './refusals.ts';
import { nameOf } from './roles.ts';

const HOURS = SIGN_IN.linkMs / 3_600_000;

type Made = AnswerTo<'POST /api/members/{id}/sign-in-link'>;
type Named = Pick<Member, 'id' | 'name' | 'email'>;

type Props = {
  readonly member: Named | null;
  readonly title: string;
  readonly close: () => void;
};

const refused = (error: unknown): never => {
  throw refusedInWords(error);
};

const Open = ({ link }: { readonly link: NonNullable<Member['sign_in_link']> }) => (
  <>
    <p>
      {t('link_open', {
        when: ago(link.made_at),
        who: link.made_by.label,
        until: instant(link.works_until),
      })}
    </p>
    <p class="muted">{t('link_replaced')}</p>
  </>
);

type BeforeProps = { readonly member: Named; readonly close: () => void; readonly onMade: (made: Made) => void };

const Before = ({ member, close, onMade }: BeforeProps) => {
  const params = { id: member.id };
  const found = useAnswer('GET /api/members/{id}', { params });
  const { isBusy, failure, run } = useAction(member);
  const make = (): Promise<unknown> =>
    run(async () => onMade((await api('POST /api/members/{id}/sign-in-link', { params }).catch(refused)).body));
  return (
    <Loaded of={found}>
      {({ status, sign_in_link: link }) => (
        <>
          {link === null ? <p>{t('link_explains', { name: nameOf(member), hours: HOURS })}</p> : <Open link={link} />}
          {status === 'invited' && <p>{t('link_accepts')}</p>}
          <Alert of={failure && failureText(failure)} />
          <div class="actions">
            {link !== null && <Withdraw member={member} close={close} />}
            <Button kind="primary" autofocus isBusy={isBusy} onClick={() => void make()}>
              {t(link === null ? 'make_link' : 'make_new_link')}
            </Button>
          </div>
        </>
      )}
    </Loaded>
  );
};

const Withdraw = ({ member, close }: { readonly member: Named; readonly close: () => void }) => {
  const { isBusy, failure, run } = useAction(member);
  const withdraw = (): Promise<unknown> =>
    run(async () => {
      await api('DELETE /api/members/{id}/sign-in-link', { params: { id: member.id } }).catch(refused);
      showToast({ text: t('link_withdrawn', { name: nameOf(member) }) });
      close();
    });
  return (
    <>
      <Alert of={failure && failureText(failure)} />
      <Button isBusy={isBusy} onClick={() => void withdraw()}>
        {t('withdraw')}
      </Button>
    </>
  );
};

const Message = ({ made: { url, works_until } }: { readonly made: Made }) => (
  <>
    <p>{t('tell_them')}</p>
    <CopyField
      label={t('message')}
      value={t('link_message', {
        workspace: workspaceName(workspace.value ?? ''),
        link: url,
        until: instant(works_until),
      })}
      action={t('copy_message')}
      hasFocus
    />
    <Notice kind="warning">{t('link_shown_once')}</Notice>
  </>
);

/** Once made, the link is shown in a dialog of its own, which neither Escape nor a click beside it closes. */
export const SignInLink = ({ member, title, close }: Props) => {
  // The first dialog closes for the second, and with it what its owner had opened it for.
  const [shown, setShown] = useState<{ readonly of: Named; readonly title: string; readonly made: Made } | null>(null);
  const done = (): void => {
    setShown(null);
    close();
  };
  return (
    <>
      <Dialog title={title} isOpen={member !== null && shown === null} onClose={close}>
        {member !== null && (
          <Before member={member} close={close} onMade={(made) => setShown({ of: member, title, made })} />
        )}
      </Dialog>
      <Dialog
        title={shown?.title ?? ''}
        isOpen={shown !== null}
        onClose={done}
        mustAnswer
        actions={
          shown !== null && (
            <>
              <Withdraw member={shown.of} close={done} />
              <Button kind="primary" onClick={done}>
                {t('done')}
              </Button>
            </>
          )
        }
      >
        {shown !== null && <Message made={shown.made} />}
      </Dialog>
    </>
  );
};
