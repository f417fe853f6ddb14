/** Whether a reader can see anything of the text. */

/** Neither white space, nor a control character, nor an invisible one, such as a zero-width space. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

export const isVisible = (text: string): boolean => VISIBLE.test(text);
