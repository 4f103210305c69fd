/** True if the page is written from right to left. For what is computed in code; style sheets use logical properties. */
export const isRightToLeft = () => document.documentElement.dir === "rtl";

/** The side where a line of text ends. */
export const endSide = () => (isRightToLeft() ? "left" : "right");
