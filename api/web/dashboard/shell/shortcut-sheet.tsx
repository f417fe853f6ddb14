/** The list of shortcuts (`?`), and the switch that turns them off. */
import { signal } from '@preact/signals';
import { Dialog } from '../../parts/dialog.tsx';
import { CheckField } from '../../parts/field.tsx';
import { areShortcutsOn, shortcuts, switchShortcuts } from '../../parts/shortcuts.ts';
import { words as t } from './generated/words.ts';

export const isSheetOpen = signal(false);

const paletteKeys = (): string => (/Mac/u.test(navigator.userAgent) ? '⌘K' : t('palette_keys'));

export const ShortcutSheet = () => (
  <Dialog
    title={t('shortcuts')}
    isOpen={isSheetOpen.value}
    onClose={() => (isSheetOpen.value = false)}
    size="small"
    actions={
      <CheckField
        label={t('shortcuts_on')}
        hint={t('shortcuts_hint')}
        value={areShortcutsOn.value}
        onValue={switchShortcuts}
      />
    }
  >
    <dl class="stack">
      {[...shortcuts.value, { keys: paletteKeys(), label: t('palette') }].map(({ keys, label }) => (
        <div key={keys} class="spread">
          <dt>{label}</dt>
          <dd>
            <span class="keys">
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
