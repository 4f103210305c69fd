/** Joins class names, leaving out what is false. Later ones do not override earlier ones: write variants that exclude each other. */
export const classNames = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(" ");
