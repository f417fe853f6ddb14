/** Upcasts earlier shapes of works' events, the same as those of publications. */
import { editedByField, linkedOne, refreshedByField } from '../publication/upcasters.ts';
import { to, type Reshapings } from '../reshaping.ts';

export const workShapes: Reshapings['up'] = {
  'WorkRefreshed@1': to('WorkRefreshed@2', refreshedByField),
  'WorkEdited@1': to('WorkEdited@2', editedByField),
  'WorkAuthorLinked@1': to('WorkAuthorLinked@2', linkedOne),
};
