/** Joins class names and skips falsy ones. Later names do not override earlier ones, so variants must exclude each other. */
export const classNames = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(" ");
