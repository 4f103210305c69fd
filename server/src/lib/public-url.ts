import type { Config } from "./config.ts";

/** Where people reach this installation, without a slash at the end: for links that leave it. */
export const publicUrlOf = ({
  publicUrl,
  port,
  tls,
}: Pick<Config, "publicUrl" | "port"> & Partial<Pick<Config, "tls">>) =>
  publicUrl ?? `${tls ? "https" : "http"}://localhost:${port}`;
