/** Shown in place of content while it is loading, if there is none, or if loading failed. */
import type { ComponentChildren } from 'preact';
import type { Failure } from '../client/failure.ts';
import { Button } from './button.tsx';
import { words as common } from './generated/words.ts';
import { Icon, type IconName } from './icon.tsx';
import type { InUse } from './use-resource.ts';

type EmptyProps = {
  readonly icon: IconName;
  readonly title: string;
  /** It says what went wrong, announced as soon as it is shown. */
  readonly isFailure?: boolean;
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
};

export const Empty = ({ icon, title, isFailure = false, children, actions }: EmptyProps) => (
  <div class="empty stack" role={isFailure ? 'alert' : undefined}>
    <span class={isFailure ? 'empty-icon danger' : 'empty-icon'}>
      <Icon name={icon} size={22} />
    </span>
    <p class="empty-title">{title}</p>
    {children && <div class="muted">{children}</div>}
    {actions !== undefined && <div class="actions">{actions}</div>}
  </div>
);

/** The page's own wording if it has any; else the server's message for a refusal, and a sentence for any other kind. */
export const failureText = (failure: Failure): string =>
  failure.words ?? (failure.kind === 'refused' ? failure.message : common(failure.kind));

export const Failed = ({ failure, again }: { readonly failure: Failure; readonly again?: () => unknown }) => (
  <Empty
    icon={failure.kind === 'offline' ? 'wifi-off' : 'triangle-alert'}
    title={failureText(failure)}
    isFailure
    actions={
      again && (
        <Button icon="refresh-cw" onClick={() => void again()}>
          {common('load_again')}
        </Button>
      )
    }
  >
    {failure.requestId !== null && failure.status >= 500 && common('reference', { id: failure.requestId })}
  </Empty>
);

export const Skeleton = ({ lines = 3 }: { readonly lines?: number }) => (
  <div class="skeleton card-body stack loose" role="status" aria-label={common('loading')}>
    {Array.from({ length: lines }, (_, index) => (
      <span key={index} class="skeleton-line" />
    ))}
  </div>
);

type LoadedProps<T> = {
  readonly of: Pick<InUse<T>, 'data' | 'failure' | 'again'>;
  readonly lines?: number;
  readonly children: (data: T) => ComponentChildren;
};

/** The content once it is loaded; before that, a skeleton or the failure. */
export const Loaded = <T,>({ of: { data, failure, again }, lines, children }: LoadedProps<T>) => {
  if (failure !== null) return <Failed failure={failure} again={again} />;
  return data === null ? <Skeleton lines={lines} /> : <>{children(data)}</>;
};

type NoticeProps = { readonly kind?: 'info' | 'warning' | 'danger'; readonly children: ComponentChildren };

const NOTICE_ICON = { info: 'info', warning: 'triangle-alert', danger: 'circle-alert' } as const;

export const Notice = ({ kind = 'info', children }: NoticeProps) => (
  <div class={`notice ${kind}`}>
    <Icon name={NOTICE_ICON[kind]} />
    <div>{children}</div>
  </div>
);

/** An error, announced as soon as it is shown; renders nothing if there is none. */
export const Alert = ({ of }: { readonly of: string | null | undefined }) =>
  of == null ? null : (
    <div role="alert">
      <Notice kind="danger">{of}</Notice>
    </div>
  );

type BadgeProps = {
  readonly kind?: 'plain' | 'accent' | 'good' | 'warning' | 'danger';
  readonly icon?: IconName;
  readonly children: ComponentChildren;
};

export const Badge = ({ kind = 'plain', icon, children }: BadgeProps) => (
  <span class={`badge ${kind}`}>
    {icon !== undefined && <Icon name={icon} size={12} />}
    {children}
  </span>
);
