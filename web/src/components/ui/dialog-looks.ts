/** The looks that all dialogs share. */
export const backdropClass =
  "fixed inset-0 z-50 bg-scrim transition-opacity duration-180 data-starting-style:opacity-0 data-ending-style:opacity-0";
export const sheetClass =
  "flex max-h-[92dvh] w-full flex-col rounded-t-dialog bg-surface shadow-popup outline-none transition-[opacity,translate,scale] duration-180 md:max-h-[86dvh] md:rounded-dialog " +
  "data-starting-style:translate-y-6 data-starting-style:opacity-0 data-ending-style:opacity-0 md:data-starting-style:translate-y-0 md:data-starting-style:scale-98";
export const viewportClass = "fixed inset-0 z-50 flex items-end justify-center overflow-hidden md:items-center md:p-6";
