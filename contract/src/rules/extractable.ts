/** The file types that Summarize accepts, and the kinds of content that they may have. */
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

/** The extension of a file name in lower case, with its dot; empty if it has none. */
export const endingOf = (name: string) => /\.[^./\\]+$/.exec(name)?.[0].toLowerCase() ?? "";

/** Programs and scripts, which are never opened as documents, whatever their content. */
const programs = new Set(
  ".exe .dll .com .bat .cmd .scr .pif .cpl .msi .msp .sys .drv .ocx .js .jse .vbs .vbe .wsf .wsh .hta .ps1 .psm1 .sh .jar .class .apk .app .deb .rpm .dmg .pkg .iso .img .bin .so .dylib .lnk .reg .wasm".split(
    " ",
  ),
);
export const isProgram = (name: string) => programs.has(endingOf(name));

export const isExtractable = (name: string) => extractableEndings.some((ending) => ending === endingOf(name));
