/** Among the toasts: what was written is on record, and not in every listing yet. */
import { isPending } from '../client/pending.ts';
import { common } from './words.ts';

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
