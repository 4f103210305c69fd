const titles = /^(?:(?:dr|mr|mrs|ms|prof|herr|frau|shri|smt)\.?\s+)+(?=\S)/iu;
/** Stand after a comma without being a first name. */
const endings = /^(?:jr|sr|phd|md|inc|ltd|llc|gmbh|[ivx]+)\.?$/i;

/** "Meera Rao", "Rao, Meera" and "Dr. Meera Rao" have the first name Meera. An address is not a name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const clean = name.replaceAll(/["\s]+/g, " ").trim();
  if (clean.includes("@")) return { firstName: "", lastName: "" };
  const [family = "", given] = clean.split(/\s*,\s*/);
  const inOrder = given && !endings.test(given) ? `${given} ${family}` : clean;
  const [firstName = "", ...rest] = inOrder.replace(titles, "").split(" ");
  return { firstName, lastName: rest.join(" ") };
}
