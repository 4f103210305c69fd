/** The classes of a placeholder that the writer still has to fill in. */
export const blankLook = "rounded-[4px] bg-warn-bg px-0.5 text-warn outline-1 outline-dashed outline-warn";
