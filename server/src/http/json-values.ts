/**
 * Whether a JSON text has more values than that, counted in one pass without reading it. A parser makes an object of each: of a
 * few megabytes of empty lists it would make millions, and hold everybody up meanwhile. Long strings cost nothing.
 */
export function hasMoreValues(json: string, most: number): boolean {
  // Each value but the first follows one of these.
  if (json.length <= most) return false;
  let count = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfString(json, at);
    else if ((code === comma || code === list || code === object) && ++count > most) return true;
  }
  return false;
}

const [quote, comma, list, object] = [...'",[{'].map((mark) => mark.charCodeAt(0));

/** The place of the quote that closes the string which begins here. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end > 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json[end - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return end;
  }
  return json.length;
}
