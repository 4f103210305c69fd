import type { DataDirectory } from "./data-directory.ts";
import type { Postmaster, ServerFiles } from "./postmaster.ts";

/** Starts the server on an operating system, so that only this program's user can connect. */
export interface Platform {
  /** Options for initdb: who may connect. */
  authOptions(directory: DataDirectory): Promise<string[]>;
  /** Settings for the start: where to listen. */
  address(directory: DataDirectory): Promise<Record<string, string>>;
  /** The superuser's URL of a running server. */
  url(server: Postmaster, directory: DataDirectory): Promise<string>;
  /** Starts the server and waits until it is ready. Resolves to the reason if it ended instead. */
  launch(start: Start): Promise<string | undefined>;
}

export interface Start {
  files: ServerFiles;
  settings: Record<string, string>;
  /** The process id in the postmaster.pid of a killed server; it is known that no server has it any more. */
  stalePid?: number | undefined;
}
