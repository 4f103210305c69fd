/** Devices of Windows, which open instead of a file of that name. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
// Control characters, format characters (bidi overrides, zero widths) and line separators: they hide what a name is.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const special = /[<>:"/\\|?*]/g;

/** A name that is a plain file name on any system, says what it says, and leads nowhere else. */
export function safeFileName(name: string | undefined, fallback: string): string {
  const last = (name ?? "").normalize("NFC").replace(invisible, "").split(/[/\\]/).at(-1) ?? "";
  const plain = last
    .replace(special, "_")
    .replace(/^[\s.~-]+|[\s.]+$/g, "")
    .trim();
  const stem = plain.replace(/\.[^.]*$/, "");
  if (!plain || reserved.test(stem)) return stem ? `_${plain}` : fallback;
  return shortened(plain);
}

/** 200 characters stay within every file system's 255 bytes for most scripts, with room for " (1)"; the ending is kept. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= 200) return name;
  const ending = /\.[^.]{1,16}$/.exec(name)?.[0] ?? "";
  let stem = name.slice(0, name.length - ending.length);
  while (Buffer.byteLength(stem + ending) > 200) stem = [...stem].slice(0, -Math.ceil(stem.length / 20)).join("");
  return stem + ending;
}
