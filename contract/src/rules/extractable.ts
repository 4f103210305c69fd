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

/** A file's extension in lower case with its dot, or an empty string. */
export const endingOf = (name: string) => /\.[^./\\]+$/.exec(name)?.[0].toLowerCase() ?? "";

/** Programs and scripts, which are never opened as documents, whatever they contain. */
const programs = new Set(
  ".exe .dll .com .bat .cmd .scr .pif .cpl .msi .msp .sys .drv .ocx .js .jse .vbs .vbe .wsf .wsh .hta .ps1 .psm1 .sh .jar .class .apk .app .deb .rpm .dmg .pkg .iso .img .bin .so .dylib .lnk .reg .wasm".split(
    " ",
  ),
);
export const isProgram = (name: string) => programs.has(endingOf(name));

export const isExtractable = (name: string) => extractableEndings.some((ending) => ending === endingOf(name));
