import { z } from "zod";

/** Whether a mail is tracked, and how often it was opened and its links were followed. */
export const engagement = {
  tracked: z.boolean(),
  /** Opens by people. Opens by image proxies and by the sender are counted apart. */
  opens: z.number().int(),
  proxyOpens: z.number().int(),
  ownOpens: z.number().int(),
  clicks: z.number().int(),
};
