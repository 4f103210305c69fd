/** The address of the app, and the state that a navigation passed along. */
export type Location = {
  pathname: string;
  /** With its question mark, or empty. */
  search: string;
  /** With its number sign, or empty. */
  hash: string;
  /** Survives a reload, like the browser's history. */
  state: unknown;
  /** Differs for every navigation. */
  key: string;
};
export type Path = Pick<Location, "pathname" | "search" | "hash">;
export type To = string | Partial<Path>;
/** How the location was reached. A page load and Back are both "POP". */
export type NavigationType = "POP" | "PUSH" | "REPLACE";

export type History = {
  read: () => Location;
  write: (location: Location, type: "PUSH" | "REPLACE") => void;
  /** Calls for Back and Forward. Returns what ends it. */
  listen: (onMove: () => void) => () => void;
};

/** The browser's history. */
export const browserHistory: History = {
  read() {
    const { pathname, search, hash } = window.location;
    // The names are those of React Router, whose entries a tab may still have after an upgrade.
    const kept = window.history.state as { usr?: unknown; key?: string } | null;
    return { pathname, search, hash, state: kept?.usr ?? null, key: kept?.key ?? "first" };
  },
  write(location, type) {
    const { state, key } = location;
    if (type === "PUSH") window.history.pushState({ usr: state, key }, "", hrefOf(location));
    else window.history.replaceState({ usr: state, key }, "", hrefOf(location));
  },
  listen(onMove) {
    window.addEventListener("popstate", onMove);
    return () => window.removeEventListener("popstate", onMove);
  },
};

/** A history of its own, for tests. */
export function memoryHistory(first: To | (Partial<Path> & { state?: unknown })): History {
  const state = typeof first === "string" || !("state" in first) ? null : first.state;
  let now: Location = { ...pathOf(first, "/"), state, key: "first" };
  return {
    read: () => now,
    write: (location) => {
      now = location;
    },
    listen: () => () => undefined,
  };
}

/** The parts of an address of this app. Without a path, it is on the page `current`. */
export function pathOf(to: To, current: string): Path {
  const { pathname = "", search = "", hash = "" } = typeof to === "string" ? partsOf(to) : to;
  // Two slashes would begin the name of another server.
  return { pathname: pathname.replace(/^\/+/, "/") || current, search, hash };
}

export const hrefOf = ({ pathname, search, hash }: Path) => pathname + search + hash;

function partsOf(address: string): Path {
  const [, pathname = "", search = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? [];
  return { pathname, search: search === "?" ? "" : search, hash };
}
