/** A visible character: neither white space nor a control, format or other invisible character. */
const seen = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether text has nothing to read. */
export const isBlankText = (text: string) => !seen.test(text);
