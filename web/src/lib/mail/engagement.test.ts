import { expect, test } from "vitest";
import { engagementInWords } from "./engagement.ts";

const none = { tracked: true, opens: 0, proxyOpens: 0, ownOpens: 0, clicks: 0 };

test.each([
  [{}, "0 opens, 0 clicks"],
  [{ opens: 1, clicks: 1 }, "1 open, 1 click"],
  [
    { opens: 12, clicks: 2, proxyOpens: 3, ownOpens: 1 },
    "12 opens, 2 clicks (not counted: 3 by image proxies, 1 by the sender)",
  ],
  [{ tracked: false, opens: 1 }, "Not tracked"],
])("%j reads “%s” [LOG-11]", (counts, words) => {
  expect(engagementInWords({ ...none, ...counts })).toBe(words);
});
