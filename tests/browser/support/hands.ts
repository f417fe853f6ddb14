/** A task done with the keyboard alone. */
import type { Locator, Page } from 'playwright-core';

/** More than any page has. */
const MOST_STOPS = 300;

/** How long a browser takes letters for one word. */
const TYPEAHEAD_MS = 1_000;

const reach = async (target: Locator): Promise<Page> => {
  await target.waitFor();
  const page = target.page();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return page;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${String(target)}`);
};

export const keyboard = {
  press: async (target: Locator): Promise<void> => {
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
  /** Replaces the text of a field. */
  type: async (field: Locator, text: string): Promise<void> => {
    const { keyboard: keys } = await reach(field);
    await keys.press('Control+a');
    await (text === '' ? keys.press('Delete') : keys.type(text));
  },
  /** Of a list of options, by its visible name. */
  choose: async (list: Locator, option: string): Promise<void> => {
    const page = await reach(list);
    // Letters typed sooner would continue the word that was typed before.
    await page.waitForTimeout(TYPEAHEAD_MS);
    await page.keyboard.type(option);
  },
};
