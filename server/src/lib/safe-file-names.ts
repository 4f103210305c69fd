/** Reserved by Windows, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const maxLength = 150;

/**
 * Names under which the files can be stored side by side on every system: without folders, control characters and characters that
 * hide the extension, and different also where case does not count.
 */
export function safeFileNames(names: string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    const safe = safeFileName(name);
    const [, stem = safe, extension = ""] = /^(.+?)(\.[^.]{1,10})?$/.exec(safe) ?? [];
    let unique = safe;
    for (let at = 2; used.has(unique.toLowerCase()); at++) unique = `${stem} (${at})${extension}`;
    used.add(unique.toLowerCase());
    return unique;
  });
}

function safeFileName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "")
    .replaceAll(/[/\\:*?"<>|]/g, "_")
    .replaceAll(/^[.\s]+|[.\s]+$/g, "");
  const extension = /\.[^.]{1,10}$/.exec(plain)?.[0] ?? "";
  const short =
    [...plain].length > maxLength ? `${[...plain].slice(0, maxLength - extension.length).join("")}${extension}` : plain;
  return reserved.test(short) ? `_${short}` : short || "attachment";
}
