import type { Config } from "./config.ts";

/** Where people reach this installation, without a slash at the end: for links that leave it. */
export const publicUrlOf = ({ publicUrl, port }: Pick<Config, "publicUrl" | "port">) =>
  publicUrl ?? `http://localhost:${port}`;
