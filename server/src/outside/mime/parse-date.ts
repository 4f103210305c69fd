/** The moment of a Date field; null if none can be read. */
export function parseDate(source: string): Date | null {
  const plain = source
    .replace(/\([^)]*\)/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  // The weekday is often wrong or in another language, and not needed.
  const bare = plain.replace(/^[^\d]{1,15},?\s*(?=\d)/, "").replace(/\bUT$/, "GMT");
  for (const text of [plain, bare, obsolete(bare)]) {
    const date = new Date(text);
    const year = date.getUTCFullYear();
    if (year >= 1970 && year < 2200) return date;
  }
  return null;
}

/** Names of zones beside those of RFC 5322 4.3 that mean one zone only, in hours. Others count as UTC, as RFC 5322 says. */
const zoneHours: Record<string, number> = {
  ...{ WET: 0, WEST: 1, BST: 1, CET: 1, MET: 1, CEST: 2, MEST: 2, MESZ: 2, MEZ: 1, EET: 2, EEST: 3, MSK: 3, SAST: 2 },
  ...{ PKT: 5, ICT: 7, WIB: 7, HKT: 8, SGT: 8, AWST: 8, JST: 9, KST: 9, AEST: 10, AEDT: 11, NZST: 12, NZDT: 13 },
  ...{ AKST: -9, AKDT: -8, HST: -10, BRT: -3, ART: -3, NDT: -2.5, NST: -3.5, ACST: 9.5, ACDT: 10.5 },
};

/** Years of three digits count from 1900 (RFC 5322 4.3), clocks have dots, and zones have other names. */
function obsolete(text: string): string {
  const clocked = text
    .replace(/\b(\d{1,2})\.(\d\d)(?:\.(\d\d))?\b/, (_all, hour, minute, second = "00") => `${hour}:${minute}:${second}`)
    .replace(/(^\d{1,2}[ -][A-Za-z]{3}[ -])(\d{3})\b/, (_all, day, year) => `${day}${1900 + Number(year)}`);
  const [, before = "", name = ""] = /^(.*\d)\s*([A-Za-z]{2,5})$/.exec(clocked) ?? [];
  if (!before) return clocked;
  const minutes = (zoneHours[name.toUpperCase()] ?? 0) * 60;
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${before} ${minutes < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}${String(rest).padStart(2, "0")}`;
}
