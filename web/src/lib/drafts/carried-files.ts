/** Files of an unfinished mail, which drafts do not store. They go along when the writer leaves its editor and comes back. */
const carried = new Map<string, readonly File[]>();

/** Keeps the files of a draft for the next editor that opens it in this tab. */
export const carryFiles = (about: string, files: readonly File[]) => void carried.set(about, files);

/** The files that were carried; undefined if its editor was not left in this tab. */
export const carriedFiles = (about: string): File[] | undefined => {
  const files = carried.get(about);
  return files && [...files];
};

export const dropCarriedFiles = (about: string) => void carried.delete(about);
