import { z } from "zod";

/** Whether a mail is tracked, and how often it was opened and its links were clicked. */
export const engagement = {
  tracked: z.boolean(),
  /** Opens by recipients; those by image proxies and by the sender are counted separately. */
  opens: z.number().int(),
  proxyOpens: z.number().int(),
  ownOpens: z.number().int(),
  clicks: z.number().int(),
};
