/** The text of text/enriched (RFC 1896) and of its predecessor text/richtext, without the commands. */
export function enrichedText(source: string, isRichtext: boolean): string {
  const lines = isRichtext
    ? source
        .replaceAll(/\n+/g, " ")
        .replaceAll(/<(?:nl|paragraph)>|<\/paragraph>/gi, "\n")
        .replaceAll(/<lt>/gi, "<<")
    : // One line break is a blank, two are one.
      source.replaceAll(/\n+/g, (breaks) => (breaks.length === 1 ? " " : breaks.slice(1)));
  return lines
    .replaceAll(/<param>[^<]{0,1000}<\/param>/gi, "")
    .replaceAll(/<<|<\/?[a-z][a-z0-9-]{0,60}>/gi, (command) => (command === "<<" ? "<" : ""));
}
