/** Device names of Windows, which cannot be file names. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
// Control and format characters (bidi overrides, zero widths) and line separators, which can disguise a name.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const special = /[<>:"/\\|?*]/g;

/** A safe file name on any system, without a path. */
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

/** 200 bytes stay below the 255 of most file systems, with room for " (1)". The extension is kept. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= 200) return name;
  const ending = /\.[^.]{1,16}$/.exec(name)?.[0] ?? "";
  let stem = name.slice(0, name.length - ending.length);
  while (Buffer.byteLength(stem + ending) > 200) stem = [...stem].slice(0, -Math.ceil(stem.length / 20)).join("");
  return stem + ending;
}
