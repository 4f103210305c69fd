/** True if the page is written from right to left. For what is computed in pixels; style sheets use logical properties. */
export const isRightToLeft = () => document.documentElement.dir === "rtl";
