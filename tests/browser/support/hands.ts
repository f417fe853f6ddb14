/** The two ways to do a task: with a mouse, and with the keyboard alone. */
import type { Locator, Page } from 'playwright-core';

export type Hand = {
  readonly name: string;
  readonly press: (target: Locator) => Promise<void>;
  /** Replaces the text of a field. */
  readonly type: (field: Locator, text: string) => Promise<void>;
  /** Of a list of options, by its visible name. */
  readonly choose: (list: Locator, option: string) => Promise<void>;
};

const mouse: Hand = {
  name: 'mouse',
  press: (target) => target.click(),
  type: (field, text) => field.fill(text),
  choose: async (list, option) => {
    await list.selectOption(option);
  },
};

/** More than any page has. */
const MOST_STOPS = 300;

const reach = async (target: Locator): Promise<Page> => {
  await target.waitFor();
  const page = target.page();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return page;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${String(target)}`);
};

const keyboard: Hand = {
  name: 'keyboard',
  press: async (target) => {
    const { keyboard: keys } = await reach(target);
    // Like a click, which ignores a busy button.
    await target.and(target.page().locator(':not([aria-disabled="true"])')).waitFor();
    // A checkbox is ticked by the space bar; the return key would submit its form.
    const isBox = /^(?:checkbox|radio)$/u.test((await target.getAttribute('type')) ?? '');
    const opens = await target.getAttribute('popovertarget');
    await keys.press(isBox ? 'Space' : 'Enter');
    // The focus moves into a panel once it is open.
    if (opens !== null) await target.page().locator('[popover]:popover-open :focus').waitFor();
  },
  type: async (field, text) => {
    const { keyboard: keys } = await reach(field);
    await keys.press('Control+a');
    await (text === '' ? keys.press('Delete') : keys.type(text));
  },
  choose: async (list, option) => {
    const { keyboard: keys } = await reach(list);
    await keys.type(option);
  },
};

export const HANDS: readonly Hand[] = [mouse, keyboard];
