const dialogs = "[role=dialog][data-open], [role=alertdialog][data-open]";

/** True while a dialog or a popover is open. */
export const isDialogOpen = () => document.querySelector(dialogs) !== null;

/** The same, or the list of a select is open. The keys then belong to what is open, not to the page. */
export const isPopupOpen = () => document.querySelector(`${dialogs}, [data-popup-open]`) !== null;
