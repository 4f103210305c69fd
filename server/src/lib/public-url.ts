import type { Config } from "./config.ts";

/** The address of this installation for links in mail, without a slash at the end. */
export const publicUrlOf = ({
  publicUrl,
  port,
  tls,
}: Pick<Config, "publicUrl" | "port"> & Partial<Pick<Config, "tls">>) =>
  publicUrl ?? `${tls ? "https" : "http"}://localhost:${port}`;
