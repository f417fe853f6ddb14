/** The shapes that events of works had: those of publications, see there. */
import { editedByField, linkedOne, refreshedByField } from '../publication/upcasters.ts';
import { shape, type Reshapings, type Shape } from '../reshaping.ts';

export const workShapes: Reshapings['up'] = {
  'WorkRefreshed@1': (data: Parameters<typeof refreshedByField>[0]): readonly Shape[] => [
    shape('WorkRefreshed@2', refreshedByField(data)),
  ],
  'WorkEdited@1': (data: Parameters<typeof editedByField>[0]): readonly Shape[] => [
    shape('WorkEdited@2', editedByField(data)),
  ],
  'WorkAuthorLinked@1': (data: Parameters<typeof linkedOne>[0]): readonly Shape[] => [
    shape('WorkAuthorLinked@2', linkedOne(data)),
  ],
};
