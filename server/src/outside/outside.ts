import type { Config } from "#lib/config.ts";

/** Every door out of the program. An argument of what uses it, so that a test can stand in for the world. */
export type Outside = {
  now(): Date;
  close(): Promise<void>;
};

export function openOutside(_config: Config): Outside {
  return {
    now: () => new Date(),
    close: async () => undefined,
  };
}
