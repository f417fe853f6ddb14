/** Shown among the toasts while a stored write is not yet in every listing. */
import { isPending } from '../client/pending.ts';
import { words as common } from './generated/words.ts';

export const PendingWrites = () =>
  isPending.value && (
    <div class="toast line" role="status">
      <span class="spinner" aria-hidden="true" />
      <div class="toast-text">
        <p>{common('saving')}</p>
        <p class="muted small">{common('saving_hint')}</p>
      </div>
    </div>
  );
