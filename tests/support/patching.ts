/** What a JSON Patch of a publication asks for; refused as the command would be. */
import { publicationAggregate } from '../../commands/publication.ts';
import type { Operation } from '../../domain/changes/json-patch.ts';
import type { CslItem } from '../../domain/csl.ts';
import type { Edit } from '../../domain/publication/edit.ts';
import { patched } from '../../domain/publication/patch.ts';
import type { Present } from '../../domain/publication/state.ts';

export const editOf = (state: Present, operations: readonly Operation[]): Edit => {
  const edit = patched(state, operations, (record) => record as CslItem);
  publicationAggregate.decider.decide(publicationAggregate.cleaned({ type: 'EditPublication', ...edit }), state);
  return edit;
};
