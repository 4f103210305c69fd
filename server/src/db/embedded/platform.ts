import type { Place } from "./data-directory.ts";
import type { Postmaster, ServerFiles } from "./postmaster.ts";

/** How the server is started here, and how the program reaches it while nobody else does. */
export interface Platform {
  /** Options for initdb: who is let in. */
  admission(place: Place): Promise<string[]>;
  /** Settings for a start: where to listen. */
  address(place: Place): Promise<Record<string, string>>;
  /** The superuser's address of a running server. */
  url(server: Postmaster, place: Place): Promise<string>;
  /** Starts the server and waits until it is ready. Resolves to what it said if it ended instead. */
  launch(start: Start): Promise<string | undefined>;
}

export interface Start {
  files: ServerFiles;
  settings: Record<string, string>;
  /** The process id in a postmaster.pid that a killed server left behind: verified to be no server any more. */
  stalePid?: number | undefined;
}
