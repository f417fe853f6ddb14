/** Whether an edit leaves a visible title. Works and people refuse blank titles and names, too. */
import { Refused } from '../../domain/errors.ts';
import type { FieldChange } from '../../domain/publication/events.ts';
import { isVisible } from '../../domain/text/visible.ts';
import { cleanChanges } from '../text/values.ts';

/** Accepts a blank title that is unchanged, and one that is removed. Throws `Refused('invalid')`, naming the field. */
export const mustHaveTitle = (changes: readonly FieldChange[]): void => {
  const [title] = cleanChanges(changes.filter(({ field }) => field === 'title'));
  if (typeof title?.after === 'string' && !isVisible(title.after))
    throw new Refused('invalid', 'invalid_title', 'title must not be blank', {
      field: 'title',
      accepted: 'a text that is not blank; remove /edited/title shows the title of the provider again',
    });
};
