/** Limits of the address book that the server and the web app share. */
export const maxPeople = 50_000;
export const maxPersonAddresses = 20;
export const maxImportBytes = 10 * 1024 * 1024;
export const maxImportedPeople = 20_000;
/** People that one call can delete or merge. */
export const maxChosenPeople = 100;
/** How long a deletion or a merge can be undone. */
export const peopleUndoMinutes = 60;
export const peopleExportPath = "/people/export";

/** The fields that a file's column can be imported into. `skip` imports nothing. */
export const importFields = [
  "skip",
  "name",
  "firstName",
  "lastName",
  "email",
  "company",
  "jobTitle",
  "phone",
  "notes",
] as const;
export type ImportField = (typeof importFields)[number];
