/** Whether a text has at most this many Unicode code points, as JSON Schema counts `maxLength`. */
export const isWithin = (text: string, most: number): boolean => {
  if (text.length <= most) return true;
  if (text.length > 2 * most) return false;
  let count = 0;
  for (const _character of text) count += 1;
  return count <= most;
};
