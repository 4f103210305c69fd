/**
 * Whether a JSON text has more values than `most`, counted in one pass without parsing. A parser creates an object for each: a few
 * megabytes of empty lists would become millions of objects and block the event loop. Long strings are cheap.
 */
export function hasMoreValues(json: string, most: number): boolean {
  // Each value but the first follows a comma or an opening bracket, so a text has at most as many values as characters.
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

/** The index of the quote that closes the string which begins at `start`. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end > 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json[end - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return end;
  }
  return json.length;
}
