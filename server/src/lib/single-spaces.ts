/** Makes one space of each run of white space. Single spaces, which are the most, are not replaced by themselves. */
export const withSingleSpaces = (text: string): string => text.replace(/ \s+|[^\S ]\s*/g, " ");
