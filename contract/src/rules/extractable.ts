/** Files that Summarize takes, and what their content may turn out to be. */
export const extractableEndings = [
  ".msg",
  ".eml",
  ".txt",
  ".pdf",
  ".doc",
  ".docx",
  ".xls",
  ".xlsx",
  ".png",
  ".jpg",
  ".jpeg",
  ".gif",
  ".tif",
  ".tiff",
] as const;

export const extractableKinds = [
  "mail",
  "msg",
  "text",
  "html",
  "rtf",
  "pdf",
  "doc",
  "docx",
  "xls",
  "xlsx",
  "image",
] as const;

/** The ending of a file's name, in lower case, with its dot; empty where it has none. */
export const endingOf = (name: string) => /\.[^./\\]+$/.exec(name)?.[0].toLowerCase() ?? "";

export const isExtractable = (name: string) => extractableEndings.some((ending) => ending === endingOf(name));
