export type ServerEvent = { event: string; data: string; id?: string | undefined };

/** Returns the events that each piece of text completes (HTML standard, "interpreting an event stream"). */
export function eventReader() {
  let buffer = "";
  return (text: string): ServerEvent[] => {
    // A CR at the end may be the first half of CRLF, so it waits for the next piece.
    buffer = (buffer + text).replace(/\r\n|\r(?=[^\n])/g, "\n");
    const events: ServerEvent[] = [];
    let end = buffer.indexOf("\n\n");
    while (end >= 0) {
      const event = eventOf(buffer.slice(0, end));
      buffer = buffer.slice(end + 2);
      if (event) events.push(event);
      end = buffer.indexOf("\n\n");
    }
    return events;
  };
}

function eventOf(block: string): ServerEvent | null {
  const lines = block.split("\n").filter((line) => line !== "" && !line.startsWith(":"));
  const valuesOf = (name: string) =>
    lines
      .filter((line) => line === name || line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).replace(/^ /, ""));
  const data = valuesOf("data");
  if (data.length === 0) return null;
  return { event: valuesOf("event").at(-1) || "message", data: data.join("\n"), id: valuesOf("id").at(-1) };
}
