/** What can be done with the chosen publications; it floats above the list, which stays where it is. */
import { number } from '../../../client/format.ts';
import { Button } from '../../../parts/button.tsx';
import { ExportMenu, type Exported } from '../../exports/menu.tsx';
import { words as t } from '../generated/words.ts';
import { ACTIONS, type Action } from './batch.ts';
import type { Choice } from './chosen.ts';

const ICONS = { hide: 'eye-off', show: 'eye', keep_visible: 'check', delete: 'trash', restore: 'rotate-ccw' } as const;

type Props = {
  readonly choice: Choice;
  readonly keysOfPage: readonly string[];
  /** All that match. */
  readonly total: number;
  readonly onAction: (action: Action) => void;
  readonly exported: () => Exported;
};

export const SelectionBar = ({ choice, keysOfPage, total, onAction, exported }: Props) => {
  const { rows, isAll, chooseAll } = choice;
  const count = isAll.value ? total : rows.count.value;
  const offersAll = !isAll.value && total > keysOfPage.length && keysOfPage.every((key) => rows.isSelected(key).value);
  return (
    <div class={count === 0 ? 'unseen' : 'selection-bar spread'}>
      <span role="status">{count > 0 && t('chosen', { count })}</span>
      {count > 0 && (
        <>
          {offersAll && (
            <Button isSmall kind="quiet" onClick={chooseAll}>
              {t('choose_all', { count: number(total) })}
            </Button>
          )}
          <span class="actions">
            <ExportMenu isSmall exported={exported} />
            {ACTIONS.map((action) => (
              <Button key={action} isSmall icon={ICONS[action]} onClick={() => onAction(action)}>
                {t(`do_${action}`)}
              </Button>
            ))}
            <Button isSmall kind="quiet" onClick={rows.clear}>
              {t('choose_none')}
            </Button>
          </span>
        </>
      )}
    </div>
  );
};
