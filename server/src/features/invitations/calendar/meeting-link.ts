/** The first https address among the texts, with its host; null if there is none. One with a user name would hide its host. */
export function meetingLink(texts: readonly string[]): { url: string; host: string } | null {
  for (const text of texts) {
    for (const [found] of text.slice(0, 20_000).matchAll(/\bhttps:\/\/[^\s<>"'\\^`{|}]{1,2000}/gi)) {
      const url = URL.canParse(withoutEnd(found)) ? new URL(withoutEnd(found)) : undefined;
      if (url && url.protocol === "https:" && !url.username && !url.password && url.hostname.includes("."))
        return { url: url.href, host: url.host };
    }
  }
  return null;
}

/** Without the punctuation of the sentence around it. */
const withoutEnd = (address: string) => address.replace(/[.,;:!?)\]>]+$/, "");
