/** Whether a text shows anything to a reader. */

/** Neither white space, nor a control character, nor one that is shown as nothing, such as a zero-width space. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

export const isVisible = (text: string): boolean => VISIBLE.test(text);
